import { NotFoundError } from '@almanac/errors';
import { Controller, Get, Param, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assets, ASSETS_PATH } from './ide-page';

/** Serves the scripts and styles of GraphiQL, a page for writing queries, from the installed packages. */
@Controller({ path: ASSETS_PATH, version: VERSION_NEUTRAL })
export class IdeController {
  @Get(':name')
  async asset(@Param('name') name: string, @Res() reply: FastifyReply): Promise<void> {
    const asset = assets.find((known) => known.name === name);
    if (!asset) throw new NotFoundError('There is no such file.');
    // `require.resolve` finds exported files only. The packages export package.json, but not these files.
    const folder = dirname(require.resolve(`${asset.package}/package.json`));
    const text = await readFile(join(folder, asset.file), 'utf8');
    await reply.type(asset.type).header('cache-control', 'max-age=3600').send(text);
  }
}
