import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { type Actor, RolesService } from '@almanac/publishing';
import { notAllowed } from '@almanac/validation';
import { Controller, Get, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { ResourceResponses } from '../resources/resource-responses';

/** The roles of staff and integrations: all roles, or with `?permissions=assign` the roles that the actor may assign. */
@Controller({ path: 'admin/roles', version: [...apiVersions] })
export class RolesController {
  constructor(
    private readonly roles: RolesService,
    private readonly responses: ResourceResponses,
  ) {}

  @Get()
  async browse(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query('permissions') permissions: string | undefined,
  ): Promise<JsonObject> {
    if (permissions !== undefined && permissions !== 'assign') {
      throw notAllowed('permissions', permissions, ['assign']);
    }
    const roles = permissions === 'assign' ? await this.roles.listAssignable(actor) : await this.roles.list(actor);
    const context = this.responses.renderContext(contract);
    return { roles: roles.map((role) => contract.admin.role(role, context)) };
  }
}
