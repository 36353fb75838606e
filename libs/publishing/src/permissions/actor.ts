/** The roles of Ghost, by the names its API prints. */
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

/** Who does something: every verb takes one as its first parameter. `id` is the user's or the integration's. */
export interface Actor {
  kind: 'user' | 'integration' | 'system';
  id: string;
  role: RoleName;
}

/** Almanac itself: set-up, import and the worker. */
export const systemActor: Actor = { kind: 'system', id: 'system', role: 'Owner' };
