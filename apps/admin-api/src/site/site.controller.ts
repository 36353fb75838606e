import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { siteTitle } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, Get } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { siteViewOf } from './site-view';

/** The few events that need no authentication. */
@Controller({ path: 'admin/site', version: [...apiVersions] })
export class SiteController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  @Get()
  async read(@Contract() contract: ApiContract): Promise<JsonObject> {
    const title = await siteTitle(this.dataSource.manager);
    return { site: contract.admin.site({ title, url: siteViewOf(this.configuration).url }) };
  }
}
