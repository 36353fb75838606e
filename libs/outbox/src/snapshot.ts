/** What a change looked like: the entity after it, and the old values of what changed. Either is `{}` when there is none. */
export interface Snapshots<Entity> {
  current: Entity | Record<string, never>;
  previous: Partial<Entity>;
}

function revive(key: string, value: unknown): unknown {
  return key.endsWith('At') && typeof value === 'string' ? new Date(value) : value;
}

/**
 * Turns snapshots read from the outbox back into entity-shaped objects: instants (properties that end in `At`) become Dates.
 * @param payload what was recorded as `{current, previous}`
 */
export function reviveSnapshots<Entity>(payload: Record<string, unknown>): Snapshots<Entity> {
  return JSON.parse(JSON.stringify(payload), revive) as Snapshots<Entity>;
}
