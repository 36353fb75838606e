/** The roles of Ghost, by their names in its API. */
export const roleNames = [
  'Owner',
  'Administrator',
  'Editor',
  'Author',
  'Contributor',
  'Admin Integration',
  'Scheduler Integration',
  'DB Backup Integration',
] as const;

export type RoleName = (typeof roleNames)[number];

/** The user or integration that performs an operation: the first parameter of every operation. `id` is its id. */
export interface Actor {
  kind: 'user' | 'integration' | 'system';
  id: string;
  role: RoleName;
}

/** The actor of setup, imports and the worker. */
export const systemActor: Actor = { kind: 'system', id: 'system', role: 'Owner' };
