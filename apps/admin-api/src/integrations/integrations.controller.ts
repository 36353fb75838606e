import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { type Actor, IntegrationsService } from '@almanac/publishing';
import {
  adminIntegrationsResource,
  assertLookupFormat,
  type IntegrationRow,
  type QueryParameters,
} from '@almanac/resource-queries';
import { Body, Controller, Delete, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { ResourceController } from '../resources/resource.controller';
import { ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** Integrations and their API keys. */
@Controller({ path: 'admin/integrations', version: [...apiVersions] })
export class IntegrationsController extends ResourceController<IntegrationRow> {
  constructor(
    private readonly integrations: IntegrationsService,
    responses: ResourceResponses,
  ) {
    super(responses);
  }

  protected versioned(contract: ApiContract): VersionedResource<IntegrationRow> {
    return { contract, resource: adminIntegrationsResource, serialize: contract.admin.integration };
  }

  /** The response includes the keys, and the webhooks if the body contains any. */
  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    const input = contract.inputReaders.addIntegration(body);
    const id = await this.integrations.create(actor, input);
    const include = input.webhooks ? 'api_keys,webhooks' : 'api_keys';
    return this.responses.read(this.versioned(contract), ['id', id], { include });
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() { include }: QueryParameters,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    await this.integrations.edit(actor, id, contract.inputReaders.editIntegration(body, id));
    return this.responses.read(this.versioned(contract), ['id', id], { include });
  }

  /** Replaces the secret of a content key or an admin key. Requests that use the old secret are rejected. */
  @Post(':id/api_key/:keyId/refresh')
  @HttpCode(200)
  async refreshKey(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Param('keyId') keyId: string,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    assertLookupFormat('id', keyId);
    await this.integrations.refreshKey(actor, id, keyId);
    return this.responses.read(this.versioned(contract), ['id', id], { include: 'api_keys' });
  }

  @Delete(':id')
  @HttpCode(204)
  async destroy(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertLookupFormat('id', id);
    await this.integrations.delete(actor, id);
  }
}
