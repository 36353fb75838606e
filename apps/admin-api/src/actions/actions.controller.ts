import { type ApiContract, Contract, from, type JsonObject } from '@almanac/api-versions';
import { adminActionsResource, type QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, Query } from '@nestjs/common';
import { ResourceAnswers } from '../resources/resource-answers';

/** The audit trail, filtered as any list. */
@Controller({ path: 'admin/actions', version: from('v3') })
export class ActionsController {
  constructor(private readonly answers: ResourceAnswers) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<JsonObject> {
    return this.answers.list({ contract, resource: adminActionsResource, serialize: contract.admin.action }, query);
  }
}
