import { type ApiContract, apiVersions, Contract, type JsonObject, type SettingView } from '@almanac/api-versions';
import { NotFoundError } from '@almanac/errors';
import { type Actor, SettingsService } from '@almanac/publishing';
import { Body, Controller, Get, Param, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { ResourceResponses } from '../resources/resource-responses';

/** Settings of the site. */
@Controller({ path: 'admin/settings', version: [...apiVersions] })
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly responses: ResourceResponses,
  ) {}

  @Get()
  async browse(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query('type') type: string | undefined,
  ): Promise<JsonObject> {
    const types = type ? String(type).split(',') : undefined;
    const settings = await this.settings.list(actor, contract.behaviour.unknownSettings, types);
    if (type) return this.render(contract, settings, { filters: { type: String(type) } });
    return this.render(contract, [...settings, ...(await this.computedFor(actor, contract))]);
  }

  @Get(':key')
  async read(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('key') key: string,
  ): Promise<JsonObject> {
    const { inputReaders, behaviour } = contract;
    if (behaviour.retiredSettings.has(key)) throw new NotFoundError('Resource not found');
    if (contract.admin.isComputedSetting(key)) {
      const computed = await this.computedFor(actor, contract);
      return this.render(
        contract,
        computed.filter((setting) => setting.key === key),
      );
    }
    return this.render(
      contract,
      await this.settings.read(actor, inputReaders.settingKey(key), behaviour.unknownSettings),
    );
  }

  @Put()
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const inputs = contract.inputReaders.editSettings(body);
    const settings = await this.settings.edit(actor, inputs, contract.behaviour.unknownSettings);
    invalidateCache(reply);
    return this.render(contract, settings);
  }

  /** The settings that this version of the API computes from stored settings, also from settings that the actor cannot read. */
  private async computedFor(actor: Actor, contract: ApiContract): Promise<SettingView[]> {
    const values = await this.settings.storedValuesWithSecrets(actor);
    return contract.admin.computedSettings(values, this.responses.renderContext(contract).site);
  }

  private render(contract: ApiContract, settings: SettingView[], meta: JsonObject = {}): JsonObject {
    const context = this.responses.renderContext(contract);
    return { settings: settings.map((setting) => contract.admin.setting(setting, context)), meta };
  }
}
