import { Role } from '@almanac/entities';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { assignableRoles } from './staff-rules';

/** Lists the roles of staff and integrations. */
export class RolesService {
  constructor(private readonly context: PublishingContext) {}

  /** All roles in the order of their ids. @throws NoPermissionError */
  async list(actor: Actor): Promise<Role[]> {
    authorize(actor, 'roles.browse');
    return this.context.dataSource.manager.find(Role, { order: { id: 'ASC' } });
  }

  /** The roles that the actor may assign to other users, in the order of their ids. @throws NoPermissionError */
  async listAssignable(actor: Actor): Promise<Role[]> {
    const assignable = assignableRoles(actor, 'roles.assign');
    return (await this.list(actor)).filter(({ name }) => assignable.includes(name));
  }
}
