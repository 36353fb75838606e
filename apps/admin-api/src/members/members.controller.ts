import {
  type ApiContract,
  Contract,
  from,
  type JsonObject,
  type MemberView,
  type Serializer,
} from '@almanac/api-versions';
import { type Actor, MembersService, signInEmailTypes, type SignInEmailType } from '@almanac/publishing';
import {
  adminMembersResource,
  assertLookupFormat,
  type MemberRow,
  type QueryParameters,
} from '@almanac/resource-queries';
import { notAllowed } from '@almanac/validation';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';
import { withSearch } from './member-search';

/** The members of the site. */
@Controller({ path: 'admin/members', version: from('v3') })
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly responses: ResourceResponses,
  ) {}

  @Get()
  async browse(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
  ): Promise<ListBody> {
    return this.responses.browse(await this.resourceFor(actor, contract, query), withSearch(query));
  }

  @Get(':id')
  async read(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    const versioned = await this.resourceFor(actor, contract, query);
    const { row, selection } = await this.responses.load(versioned, ['id', id], query);
    // The response to the read of one member contains `payment`; lists do not.
    return this.responses.render(versioned, row, { ...selection, include: [...(selection.include ?? []), 'payment'] });
  }

  @Post()
  @HttpCode(201)
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    const input = contract.inputReaders.addMember(body);
    const member = await this.members.create(actor, input, welcomeEmailTypeOf(query));
    return this.responses.render(versionedMembers(contract), member, { include: [] });
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    const member = await this.members.edit(actor, id, contract.inputReaders.editMember(body, id));
    return this.responses.render(versionedMembers(contract), member, { include: [] });
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertLookupFormat('id', id);
    await this.members.delete(actor, id);
  }

  /** Lets the member get newsletters again after mails to their address failed. The route exists in Ghost 5. */
  @Delete(':id/suppression')
  @HttpCode(204)
  async clearSuppression(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertLookupFormat('id', id);
    await this.members.clearSuppression(actor, id);
  }

  /** Members in one version of the API. With `include=unsubscribe_url`, the serializer adds the unsubscribe URL of each member. */
  private async resourceFor(
    actor: Actor,
    contract: ApiContract,
    { include }: QueryParameters,
  ): Promise<VersionedResource<MemberRow, MemberView>> {
    const versioned = versionedMembers(contract);
    if (!String(include ?? '').includes('unsubscribe_url')) return versioned;
    return {
      ...versioned,
      serialize: withUnsubscribeUrl(versioned.serialize, await this.members.unsubscribeUrls(actor)),
    };
  }
}

function versionedMembers(contract: ApiContract): VersionedResource<MemberRow, MemberView> {
  return { contract, resource: adminMembersResource, serialize: contract.admin.member };
}

function withUnsubscribeUrl(
  member: Serializer<MemberView>,
  unsubscribeUrl: (memberId: string) => string,
): Serializer<MemberView> {
  const serialize: Serializer<MemberView> = Object.assign(
    (...[entity, context, selection]: Parameters<typeof member>) =>
      member(entity, { ...context, unsubscribeUrl }, selection),
    { fields: member.fields },
  );
  return serialize;
}

/**
 * The purpose of the link in the mail to a new member; undefined unless the query contains `send_email=true`.
 * @throws ValidationError for an unknown `email_type`
 */
function welcomeEmailTypeOf({
  send_email: sendEmail,
  email_type: emailType,
}: QueryParameters): SignInEmailType | undefined {
  const known = signInEmailTypes.find((type) => type === emailType);
  if (emailType !== undefined && known === undefined) {
    throw notAllowed('email_type', emailType, signInEmailTypes);
  }
  return sendEmail === 'true' ? (known ?? 'signin') : undefined;
}
