import type { Serializer } from '@almanac/api-versions';

/** A serializer with the fields of `serializer` that calls `prepare` for each entity, and serializes the result. */
export function withPreparedEntity<Entity>(
  serializer: Serializer<Entity>,
  prepare: (entity: Entity) => Entity,
): Serializer<Entity> {
  const serialize: (...args: Parameters<typeof serializer>) => ReturnType<typeof serializer> = (entity, ...rest) =>
    serializer(prepare(entity), ...rest);
  return Object.assign(serialize, { fields: serializer.fields });
}
