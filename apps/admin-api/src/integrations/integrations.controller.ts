import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { type Actor, IntegrationsService } from '@almanac/publishing';
import {
  adminIntegrationsResource,
  assertReadable,
  type IntegrationRow,
  type QueryParameters,
} from '@almanac/resource-queries';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { type Reading, ResourceAnswers } from '../resources/resource-answers';

/** Programs that work with the site, and their keys. */
@Controller({ path: 'admin/integrations', version: [...apiVersions] })
export class IntegrationsController {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly answers: ResourceAnswers,
  ) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<JsonObject> {
    return this.answers.list(reading(contract), query);
  }

  @Get(':id')
  read(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.answers.single(reading(contract), ['id', id], query);
  }

  /** A new integration always comes with its keys, and with the webhooks that were added with it. */
  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    const input = contract.accept.addIntegration(body);
    const id = await this.integrations.add(actor, input);
    const include = input.webhooks ? 'api_keys,webhooks' : 'api_keys';
    return this.answers.single(reading(contract), ['id', id], { include });
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() { include }: QueryParameters,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    await this.integrations.edit(actor, id, contract.accept.editIntegration(body, id));
    return this.answers.single(reading(contract), ['id', id], { include });
  }

  /** Gives one of its keys a new secret; tokens of the old one are refused from now on. */
  @Post(':id/api_key/:keyId/refresh')
  @HttpCode(200)
  async refreshKey(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Param('keyId') keyId: string,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    assertReadable('id', keyId);
    await this.integrations.refreshKey(actor, id, keyId);
    return this.answers.single(reading(contract), ['id', id], { include: 'api_keys' });
  }

  @Delete(':id')
  @HttpCode(204)
  async destroy(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertReadable('id', id);
    await this.integrations.destroy(actor, id);
  }
}

function reading(contract: ApiContract): Reading<IntegrationRow> {
  return { contract, resource: adminIntegrationsResource, serialize: contract.admin.integration };
}
