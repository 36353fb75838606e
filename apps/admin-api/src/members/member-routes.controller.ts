import { type ApiContract, Contract, from, type JsonObject } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { type Actor, MembersService } from '@almanac/publishing';
import {
  adminMembersResource,
  assertLookupFormat,
  paginate,
  parseBrowseQuery,
  type QueryParameters,
} from '@almanac/resource-queries';
import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { bulkBody } from '../resources/bulk-requests';
import { ResourceResponses } from '../resources/resource-responses';
import { withSearch } from './member-search';

/** The maximum number of members in a bulk request. It is limited, because the change of each member records an outbox event. */
const MAX_MEMBERS = 1_000;
/** A filter that every member matches. */
const EVERY_MEMBER = 'id:-null';

/** The routes of members that came with API version v5: statistics, events, sign-in links and bulk requests. */
@Controller({ path: 'admin/members', version: from('v5') })
export class MemberRoutesController {
  constructor(
    private readonly members: MembersService,
    private readonly responses: ResourceResponses,
    private readonly clock: Clock,
  ) {}

  @Get('stats/count')
  async count(@CurrentActor() actor: Actor): Promise<JsonObject> {
    const { days, totals } = await this.members.stats(actor);
    const total = totals.free + totals.paid + totals.comped;
    return { resource: 'members', total, data: days.map((day) => ({ ...day })) };
  }

  /** The monthly recurring revenue per currency, for today only. */
  @Get('stats/mrr')
  async revenue(@CurrentActor() actor: Actor): Promise<JsonObject> {
    const { revenue } = await this.members.stats(actor);
    const date = this.clock.now().toISOString().slice(0, 10);
    return { resource: 'mrr', data: revenue.map(({ currency, mrr }) => ({ currency, data: [{ date, value: mrr }] })) };
  }

  @Get('stats/subscriptions')
  async subscriptions(@CurrentActor() actor: Actor): Promise<JsonObject> {
    const { subscriptions } = await this.members.stats(actor);
    return { resource: 'subscriptions', data: subscriptions.map((subscription) => ({ ...subscription })) };
  }

  /** Always an empty list, because Almanac does not record what members do. */
  @Get('events')
  events(@Query() { limit, page }: QueryParameters): JsonObject {
    // `parseBrowseQuery` needs a resource, which has no effect on `limit` and `page`.
    const request = parseBrowseQuery({ limit, page }, adminMembersResource);
    return { events: [], meta: { pagination: { ...paginate(request, 0) } } };
  }

  @Get(':id/signin_urls')
  async signInUrl(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<JsonObject> {
    assertLookupFormat('id', id);
    return { member_signin_urls: [{ member_id: id, url: await this.members.signInUrl(actor, id) }] };
  }

  @Put('bulk')
  async editMany(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    const change = contract.inputReaders.bulkMembers(body);
    const ids = await this.idsOf(contract, query);
    return bulkBody(await this.members.editMany(actor, { ids, change }), { action: change.action });
  }

  @Delete()
  async deleteMany(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return bulkBody(await this.members.deleteMany(actor, await this.idsOf(contract, query)));
  }

  /**
   * The ids of the members that match `filter` and, if it is present, `search`. With `all=true`, `filter` can be absent.
   * @throws ValidationError if `filter` and `all=true` are absent, if too many members match, or if `search` is repeated or blank. Lists
   *   ignore a repeated or blank `search`, but a bulk request without it would change members that the client did not search for.
   */
  private async idsOf(contract: ApiContract, query: QueryParameters): Promise<string[]> {
    const { search } = query;
    if (search !== undefined && (typeof search !== 'string' || search.trim() === '')) {
      throw new ValidationError('Validation (matches) failed for search', { property: 'search' });
    }
    const request = { contract, query: withSearch(query), matchAllFilter: EVERY_MEMBER, maxRows: MAX_MEMBERS };
    return this.responses.idsMatchingFilter({ ...request, resource: adminMembersResource });
  }
}
