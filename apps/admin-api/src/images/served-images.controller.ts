import { NotFoundError } from '@almanac/errors';
import { Controller, Get, Param, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { extname } from 'node:path';
import { isServedName } from './image-name';
import { ImageStore } from './image-store';
import { typeOfExtension } from './image-type';

/** A name is given once, so what stands behind it never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Whatever is in the file: it may load nothing, run nothing and has no origin. */
const NOTHING_ACTS = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Giving uploaded images out again. */
@Controller({ path: 'content/images', version: VERSION_NEUTRAL })
export class ServedImagesController {
  constructor(private readonly store: ImageStore) {}

  @Get('*')
  async read(@Param('*') key: string, @Res() reply: FastifyReply): Promise<void> {
    const type = typeOfExtension(extname(key).toLowerCase());
    const file = type && isServedName(key) ? await this.store.read(`images/${key}`) : null;
    if (type === undefined || file === null) throw new NotFoundError('Resource not found');
    const isActive = type.mimeType === 'image/svg+xml';
    await reply
      .header('content-type', type.mimeType)
      .header('content-length', String(file.bytes))
      .header('last-modified', file.modifiedAt.toUTCString())
      .header('cache-control', FOR_EVER)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', NOTHING_ACTS)
      .header('content-disposition', isActive ? 'attachment' : 'inline')
      .send(file.stream);
  }
}
