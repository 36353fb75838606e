import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { SettingsService } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, Get } from '@nestjs/common';
import { siteViewOf } from './site-view';

/** The public properties of the site; the route needs no authentication. */
@Controller({ path: 'admin/site', version: [...apiVersions] })
export class SiteController {
  constructor(
    private readonly settings: SettingsService,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  @Get()
  async read(@Contract() contract: ApiContract): Promise<JsonObject> {
    const settings = await this.settings.siteIdentity();
    return { site: contract.admin.site({ settings, url: siteViewOf(this.configuration).url }) };
  }
}
