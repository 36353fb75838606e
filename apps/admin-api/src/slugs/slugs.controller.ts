import { apiVersions, from, type JsonObject } from '@almanac/api-versions';
import { SlugsService } from '@almanac/publishing';
import { assertLookupFormat } from '@almanac/resource-queries';
import { notAllowed } from '@almanac/validation';
import { Controller, Get, Param, Version } from '@nestjs/common';

const kinds = ['post', 'tag', 'user'] as const;

/** Suggests a slug for a name, so that editors can show it before they save a resource. */
@Controller({ path: 'admin/slugs', version: [...apiVersions] })
export class SlugsController {
  constructor(private readonly slugs: SlugsService) {}

  @Get(':type/:name')
  generate(@Param('type') type: string, @Param('name') name: string): Promise<JsonObject> {
    return this.suggest(type, name);
  }

  /** The slug for a stored resource: its current slug counts as free. */
  @Get(':type/:name/:id')
  @Version(from('v5'))
  generateForStored(
    @Param('type') type: string,
    @Param('name') name: string,
    @Param('id') id: string,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    return this.suggest(type, name, id);
  }

  private async suggest(type: string, name: string, storedId?: string): Promise<JsonObject> {
    const kind = kinds.find((known) => known === type);
    if (!kind) throw notAllowed('type', type, kinds);
    return { slugs: [{ slug: await this.slugs.suggest(kind, name, storedId) }] };
  }
}
