import type { Serializer } from '@almanac/api-versions';

/** A serializer with the same fields that passes each entity through `prepare` first. */
export function withPreparedEntity<Entity>(
  serializer: Serializer<Entity>,
  prepare: (entity: Entity) => Entity,
): Serializer<Entity> {
  const serialize: (...args: Parameters<typeof serializer>) => ReturnType<typeof serializer> = (entity, ...rest) =>
    serializer(prepare(entity), ...rest);
  return Object.assign(serialize, { fields: serializer.fields });
}
