import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { freeSlug } from '@almanac/publishing';
import { notAllowed } from '@almanac/validation';
import { Controller, Get, Param } from '@nestjs/common';
import { DataSource } from 'typeorm';

const kinds = ['post', 'tag', 'user'] as const;

/** Slugs to be, for editors that show them before they save. */
@Controller({ path: 'admin/slugs', version: [...apiVersions] })
export class SlugsController {
  constructor(private readonly dataSource: DataSource) {}

  @Get(':type/:name')
  async generate(@Param('type') type: string, @Param('name') name: string): Promise<JsonObject> {
    const kind = kinds.find((known) => known === type);
    if (!kind) throw notAllowed('type', type, kinds);
    return { slugs: [{ slug: await freeSlug(this.dataSource.manager, kind, name) }] };
  }
}
