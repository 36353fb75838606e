import { type ApiContract, Contract, from } from '@almanac/api-versions';
import { adminActionsResource, type QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, Query } from '@nestjs/common';
import { type ListBody, ResourceResponses } from '../resources/resource-responses';

/** The audit log from v3 on. Its list takes `filter`, `order` and `limit`, as other lists do. */
@Controller({ path: 'admin/actions', version: from('v3') })
export class ActionsController {
  constructor(private readonly responses: ResourceResponses) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    const versioned = { contract, resource: adminActionsResource, serialize: contract.admin.action };
    return this.responses.browse(versioned, query);
  }
}
