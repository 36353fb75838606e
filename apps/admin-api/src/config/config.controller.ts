import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { MailsService, SettingsService } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, Get } from '@nestjs/common';

/** The parts of the configuration that admin clients need. */
@Controller({ path: 'admin/config', version: [...apiVersions] })
export class ConfigController {
  constructor(
    private readonly settings: SettingsService,
    private readonly mails: MailsService,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  @Get()
  async read(@Contract() contract: ApiContract): Promise<JsonObject> {
    const config = contract.admin.config({
      environment: this.configuration.nodeEnv,
      database: 'postgres',
      mail: await this.mails.transport(),
      useGravatar: false,
      labs: await this.settings.labs(),
    });
    return { config };
  }
}
