import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { NotFoundError } from '@almanac/errors';
import { type Actor, UsersService } from '@almanac/publishing';
import { adminUsersResource, assertLookupFormat, type QueryParameters, type UserRow } from '@almanac/resource-queries';
import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { parseFields } from '../http/parse-fields';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';
import { SessionRenewal } from '../session/session-renewal';
import { withRolePermissions } from './role-permissions';

/** Users of the site: the staff. */
@Controller({ path: 'admin/users', version: [...apiVersions] })
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly responses: ResourceResponses,
    private readonly renewal: SessionRenewal,
  ) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    return this.responses.browse(versionedUsers(contract, query), withRoles(query));
  }

  @Get('slug/:slug')
  readBySlug(
    @Contract() contract: ApiContract,
    @Param('slug') slug: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedUsers(contract, query), ['slug', slug], withRoles(query));
  }

  @Get('email/:email')
  readByEmail(
    @Contract() contract: ApiContract,
    @Param('email') email: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedUsers(contract, query), ['email', email], withRoles(query));
  }

  @Get(':id')
  read(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedUsers(contract, query), ['id', resolveMe(actor, id)], withRoles(query));
  }

  @Put('owner')
  async transferOwnership(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { id } = parseFields(body, 'owner', ['id']);
    const users = await this.users.transferOwnership(actor, id);
    // The change of the role has ended all sessions of the actor.
    await this.renewal.renew(actor.id, request, reply);
    const context = this.responses.renderContext(contract);
    return { users: users.map((user) => contract.admin.sessionUser(user, context)) };
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') idOrMe: string,
    @Body() body: unknown,
    @Query() query: QueryParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    assertLookupFormat('id', idOrMe);
    const id = resolveMe(actor, idOrMe);
    const { isChanged } = await this.users.edit(actor, id, contract.inputReaders.editUser(body, id));
    if (isChanged) invalidateCache(reply);
    const { include } = withRoles(query);
    return this.responses.read(versionedUsers(contract, query), ['id', id], { include });
  }

  @Delete(':id')
  @HttpCode(204)
  async destroy(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query('delete_posts') deletePosts: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    assertLookupFormat('id', id);
    await this.users.delete(actor, resolveMe(actor, id), { deletePosts: deletePosts === 'true' });
    invalidateCache(reply);
  }
}

function versionedUsers(contract: ApiContract, { include }: QueryParameters): VersionedResource<UserRow> {
  const serialize = includesPermissions(include) ? withRolePermissions(contract.admin.user) : contract.admin.user;
  return { contract, resource: adminUsersResource, serialize };
}

const includesPermissions = (include: unknown): boolean => String(include ?? '').includes('roles.permissions');

/** Adds `roles` to `include` if it contains `roles.permissions`. */
function withRoles(query: QueryParameters): QueryParameters {
  return includesPermissions(query.include) ? { ...query, include: `${String(query.include)},roles` } : query;
}

/**
 * The id of the user in the path; `me` is the signed-in user.
 * @throws NotFoundError for `me` in a request of an integration
 */
function resolveMe(actor: Actor, id: string): string {
  if (id.toLowerCase() !== 'me') return id;
  if (actor.kind !== 'user') throw new NotFoundError('User not found.');
  return actor.id;
}
