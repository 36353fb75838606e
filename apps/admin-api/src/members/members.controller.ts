import {
  type ApiContract,
  Contract,
  from,
  type JsonObject,
  type MemberView,
  type Selection,
} from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { type Actor, MembersService, signInEmailTypes, type SignInEmailType } from '@almanac/publishing';
import {
  adminMembersResource,
  assertReadable,
  browse,
  get,
  parseBrowseQuery,
  parseSelection,
  type QueryParameters,
  queryThrough,
} from '@almanac/resource-queries';
import { AdminApiConfiguration, notAllowed } from '@almanac/validation';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CurrentActor } from '../authentication/actor.decorator';
import { siteViewOf } from '../site/site-view';

/** Members, for staff and integrations. */
@Controller({ path: 'admin/members', version: from('v3') })
export class MembersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly members: MembersService,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  @Get()
  async browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<JsonObject> {
    const request = parseBrowseQuery(query, adminMembersResource);
    const run = queryThrough(this.dataSource.manager);
    const { rows, pagination } = await browse(run, adminMembersResource, request, this.clock.now());
    return {
      members: rows.map((row) => this.render(contract, withoutPlans(row), request.selection)),
      meta: { pagination: { ...pagination } },
    };
  }

  @Get(':id')
  async read(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const selection = parseSelection(query, adminMembersResource);
    const member = await get(queryThrough(this.dataSource.manager), adminMembersResource, ['id', id], selection);
    return { members: [this.render(contract, member, { ...selection, include: ['payment'] })] };
  }

  @Post()
  @HttpCode(201)
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    const input = contract.accept.addMember(body);
    const member = await this.members.create(actor, input, welcomeOf(query));
    return { members: [this.render(contract, member)] };
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const member = await this.members.edit(actor, id, contract.accept.editMember(body, id));
    return { members: [this.render(contract, member)] };
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertReadable('id', id);
    await this.members.delete(actor, id);
  }

  private render(contract: ApiContract, member: MemberView, selection?: Selection): JsonObject {
    return contract.admin.member(member, { contract, site: siteViewOf(this.configuration) }, selection);
  }
}

/** What members pay is told on a single read alone. */
function withoutPlans({ subscriptions: _plans, ...member }: MemberView): MemberView {
  return member;
}

/** The mail a new member is to get, if one was asked for. */
function welcomeOf({ send_email: sendEmail, email_type: emailType }: QueryParameters): SignInEmailType | undefined {
  const known = signInEmailTypes.find((type) => type === emailType);
  if (emailType !== undefined && known === undefined) {
    throw notAllowed('email_type', emailType, signInEmailTypes);
  }
  return sendEmail === 'true' ? (known ?? 'signin') : undefined;
}
