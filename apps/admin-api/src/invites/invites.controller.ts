import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { type Actor, InvitesService } from '@almanac/publishing';
import { adminInvitesResource, assertLookupFormat, type InviteRow } from '@almanac/resource-queries';
import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { ResourceController } from '../resources/resource.controller';
import { ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** Invitations to join the staff. */
@Controller({ path: 'admin/invites', version: [...apiVersions] })
export class InvitesController extends ResourceController<InviteRow> {
  constructor(
    private readonly invites: InvitesService,
    responses: ResourceResponses,
  ) {
    super(responses);
  }

  protected versioned(contract: ApiContract): VersionedResource<InviteRow> {
    return { contract, resource: adminInvitesResource, serialize: contract.admin.invite };
  }

  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    const id = await this.invites.create(actor, contract.inputReaders.addInvite(body));
    return this.responses.read(this.versioned(contract), ['id', id]);
  }

  @Delete(':id')
  @HttpCode(204)
  async destroy(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertLookupFormat('id', id);
    await this.invites.delete(actor, id);
  }
}
