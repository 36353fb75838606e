import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { readLabs } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, Get } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How this installation is set up, for admin clients. */
@Controller({ path: 'admin/config', version: [...apiVersions] })
export class ConfigController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  @Get()
  async read(@Contract() contract: ApiContract): Promise<JsonObject> {
    const config = contract.admin.config({
      environment: this.configuration.nodeEnv,
      database: 'postgres',
      mail: 'SMTP',
      useGravatar: false,
      labs: await readLabs(this.dataSource.manager),
    });
    return { config };
  }
}
