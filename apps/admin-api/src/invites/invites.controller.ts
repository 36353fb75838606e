import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { type Actor, InvitesService } from '@almanac/publishing';
import { adminInvitesResource, assertReadable, type InviteRow, type QueryParameters } from '@almanac/resource-queries';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** Invitations to join the staff. */
@Controller({ path: 'admin/invites', version: [...apiVersions] })
export class InvitesController {
  constructor(
    private readonly invites: InvitesService,
    private readonly responses: ResourceResponses,
  ) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    return this.responses.browse(versionedInvites(contract), query);
  }

  @Get(':id')
  read(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedInvites(contract), ['id', id], query);
  }

  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    const id = await this.invites.create(actor, contract.accept.addInvite(body));
    return this.responses.read(versionedInvites(contract), ['id', id]);
  }

  @Delete(':id')
  @HttpCode(204)
  async destroy(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertReadable('id', id);
    await this.invites.delete(actor, id);
  }
}

function versionedInvites(contract: ApiContract): VersionedResource<InviteRow> {
  return { contract, resource: adminInvitesResource, serialize: contract.admin.invite };
}
