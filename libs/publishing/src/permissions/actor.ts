import type { RoleName } from '@almanac/resource-fields';

export type { RoleName };

/** All roles, in the order of the columns of `permissionTable`. The names are those of Ghost. */
export const roleNames = [
  'Owner',
  'Administrator',
  'Editor',
  'Author',
  'Contributor',
  'Admin Integration',
  'Scheduler Integration',
  'DB Backup Integration',
] as const satisfies readonly RoleName[];

/** The user, the integration or the system that performs an operation. The only actor of the kind `system` is {@link systemActor}. */
export interface Actor {
  kind: 'user' | 'integration' | 'system';
  /** The id of the user or integration. */
  id: string;
  role: RoleName;
}

/** A string that identifies an actor in a database column, e.g. `user:1`. */
export function actorKey({ kind, id }: Actor): string {
  return `${kind}:${id}`;
}

/** The actor of the command line, of the local run, and of publications that an external scheduler requests. */
export const systemActor: Actor = { kind: 'system', id: 'system', role: 'Owner' };
