import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { Controller, Get } from '@nestjs/common';

/** The list of themes, which is empty. Ghost's admin client opens its Design screen only if it can read the list. */
@Controller({ path: 'admin/themes', version: [...apiVersions] })
export class ThemesController {
  @Get()
  browse(): JsonObject {
    return { themes: [] };
  }
}
