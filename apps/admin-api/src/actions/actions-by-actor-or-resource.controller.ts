import { type ApiContract, Contract, only } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import type { Actor } from '@almanac/publishing';
import { adminActionsResource, assertLookupFormat, type QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
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
    @CurrentActor() caller: Actor,
    @Contract() contract: ApiContract,
    @Param('type') type: string,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<ListBody> {
    const isResource = type === 'resource';
    const versioned = { contract, resource: adminActionsResource, serialize: contract.admin.action };
    const include = isResource ? 'actor' : 'resource';
    const parent = { column: isResource ? 'resource_id' : 'actor_id', id: idOf(caller, id) };
    return this.responses.browse(versioned, { ...query, include }, parent);
  }
}

/**
 * The id in the path, in lower case; `me` is the signed-in user.
 * @throws ValidationError for any other string
 */
function idOf(caller: Actor, text: string): string {
  assertLookupFormat('id', text);
  const id = text.toLowerCase();
  if (id === 'me') return caller.id;
  // `assertLookupFormat` also accepts strings that contain `me`, e.g. `name`. This check rejects them.
  if (!/^([a-f\d]{24}|1)$/.test(id)) throw new ValidationError('Validation (matches) failed for id');
  return id;
}
