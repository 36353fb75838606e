import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { Controller, Get } from '@nestjs/common';

/** Themes for staff. Almanac has none; Ghost's admin client opens its Design screen only when it can read the list. */
@Controller({ path: 'admin/themes', version: [...apiVersions] })
export class ThemesController {
  @Get()
  browse(): JsonObject {
    return { themes: [] };
  }
}
