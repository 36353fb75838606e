import { type ApiContract, Contract, only } from '@almanac/api-versions';
import { adminActionsResource, assertLookupFormat, type QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { type ListBody, ResourceResponses } from '../resources/resource-responses';

/**
 * The audit log of v2. `GET actions/resource/<id>` lists the actions on one resource, each with its actor. Any other `:type` lists
 * the actions of one actor, each with its resource.
 */
@Controller({ path: 'admin/actions', version: only('v2') })
export class ActionsByActorOrResourceController {
  constructor(private readonly responses: ResourceResponses) {}

  @Get(':type/:id')
  browse(
    @Contract() contract: ApiContract,
    @Param('type') type: string,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<ListBody> {
    assertLookupFormat('id', id);
    const isResource = type === 'resource';
    const versioned = { contract, resource: adminActionsResource, serialize: contract.admin.action };
    const include = isResource ? 'actor' : 'resource';
    const parent = { column: isResource ? 'resource_id' : 'actor_id', id };
    return this.responses.browse(versioned, { ...query, include }, parent);
  }
}
