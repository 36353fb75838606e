import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { SlugsService } from '@almanac/publishing';
import { notAllowed } from '@almanac/validation';
import { Controller, Get, Param } from '@nestjs/common';

const kinds = ['post', 'tag', 'user'] as const;

/** Suggests a slug for a name, so that editors can show it before they save a resource for the first time. */
@Controller({ path: 'admin/slugs', version: [...apiVersions] })
export class SlugsController {
  constructor(private readonly slugs: SlugsService) {}

  @Get(':type/:name')
  async generate(@Param('type') type: string, @Param('name') name: string): Promise<JsonObject> {
    const kind = kinds.find((known) => known === type);
    if (!kind) throw notAllowed('type', type, kinds);
    return { slugs: [{ slug: await this.slugs.suggest(kind, name) }] };
  }
}
