import { type ApiContract, Contract, type JsonObject, only } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import {
  adminActionsResource,
  assertReadable,
  narrow,
  parseBrowseQuery,
  type QueryParameters,
} from '@almanac/resource-queries';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ResourceAnswers } from '../resources/resource-answers';

/** The audit trail of v2: what was done to one resource, or by one actor, with the other party written out. */
@Controller({ path: 'admin/actions', version: only('v2') })
export class ActionsByPartyController {
  constructor(
    private readonly answers: ResourceAnswers,
    private readonly clock: Clock,
  ) {}

  @Get(':type/:id')
  browse(
    @Contract() contract: ApiContract,
    @Param('type') type: string,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const isOfResource = type === 'resource';
    const include = isOfResource ? 'actor' : 'resource';
    const request = parseBrowseQuery({ ...query, include }, adminActionsResource);
    const party = { key: isOfResource ? 'resource_id' : 'actor_id', id, now: this.clock.now() };
    const reading = { contract, resource: adminActionsResource, serialize: contract.admin.action };
    return this.answers.page(reading, narrow(adminActionsResource, request, party));
  }
}
