import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { User } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { type Actor, UsersService } from '@almanac/publishing';
import { assertReadable, adminUsersResource, type QueryParameters, type UserRow } from '@almanac/resource-queries';
import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource, In } from 'typeorm';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { fieldsIn } from '../http/fields-in';
import { type Reading, ResourceAnswers } from '../resources/resource-answers';
import { SessionRenewal } from '../session/session-renewal';
import { withRolePermissions } from './role-permissions';

/** Members of staff. */
@Controller({ path: 'admin/users', version: [...apiVersions] })
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly answers: ResourceAnswers,
    private readonly dataSource: DataSource,
    private readonly renewal: SessionRenewal,
  ) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<JsonObject> {
    return this.answers.list(this.reading(contract, query), withRoles(query));
  }

  @Get('slug/:slug')
  readBySlug(
    @Contract() contract: ApiContract,
    @Param('slug') slug: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.answers.single(this.reading(contract, query), ['slug', slug], withRoles(query));
  }

  @Get('email/:email')
  readByEmail(
    @Contract() contract: ApiContract,
    @Param('email') email: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.answers.single(this.reading(contract, query), ['email', email], withRoles(query));
  }

  @Get(':id')
  read(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.answers.single(this.reading(contract, query), ['id', userId(actor, id)], withRoles(query));
  }

  @Put('owner')
  async transferOwnership(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { id } = fieldsIn(body, 'owner', ['id']);
    const ids = await this.users.transferOwnership(actor, id);
    await this.renewal.renew(actor.id, request, reply);
    const found = await this.dataSource.manager.find(User, { where: { id: In(ids) }, relations: { roles: true } });
    const view = this.answers.view(contract);
    const ordered = [...found].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    return { users: ordered.map((user) => contract.admin.sessionUser(user, view)) };
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') param: string,
    @Body() body: unknown,
    @Query() query: QueryParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    assertReadable('id', param);
    const id = userId(actor, param);
    const { isChanged } = await this.users.edit(actor, id, contract.accept.editUser(body, id));
    if (isChanged) invalidateCache(reply);
    const { include } = withRoles(query);
    return this.answers.single(this.reading(contract, query), ['id', id], { include });
  }

  @Delete(':id')
  @HttpCode(204)
  async destroy(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query('delete_posts') deletePosts: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    assertReadable('id', id);
    await this.users.destroy(actor, userId(actor, id), { deletePosts: deletePosts === 'true' });
    invalidateCache(reply);
  }

  private reading(contract: ApiContract, { include }: QueryParameters): Reading<UserRow> {
    const serialize = wantsPermissions(include) ? withRolePermissions(contract.admin.user) : contract.admin.user;
    return { contract, resource: adminUsersResource, serialize };
  }
}

const wantsPermissions = (include: unknown): boolean => String(include ?? '').includes('roles.permissions');

/** Who asks for what roles permit asks for the roles. */
function withRoles(query: QueryParameters): QueryParameters {
  return wantsPermissions(query.include) ? { ...query, include: `${String(query.include)},roles` } : query;
}

/** `me` stands for whoever asks; a program is nobody on the staff. */
function userId(actor: Actor, id: string): string {
  if (id.toLowerCase() !== 'me') return id;
  if (actor.kind !== 'user') throw new NotFoundError('User not found.');
  return actor.id;
}
