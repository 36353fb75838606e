import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { Role } from '@almanac/entities';
import { type Actor, assignableRoles } from '@almanac/publishing';
import { notAllowed } from '@almanac/validation';
import { Controller, Get, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CurrentActor } from '../authentication/actor.decorator';
import { ResourceAnswers } from '../resources/resource-answers';

/** The roles of staff and integrations: always all of them, or those the caller may give. */
@Controller({ path: 'admin/roles', version: [...apiVersions] })
export class RolesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly answers: ResourceAnswers,
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
    const roles = await this.dataSource.manager.find(Role, { order: { id: 'ASC' } });
    const assignable = assignableRoles(actor, 'roles.assign');
    const shown = permissions === 'assign' ? roles.filter(({ name }) => assignable.includes(name)) : roles;
    const view = this.answers.view(contract);
    return { roles: shown.map((role) => contract.admin.role(role, view)) };
  }
}
