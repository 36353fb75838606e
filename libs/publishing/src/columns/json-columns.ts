import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/** An entity's columns as what stands in a `json_build_object`, under their property names, so that a row arrives in the entity's shape. */
export function jsonColumns(
  { connection }: EntityManager,
  entity: EntityTarget<ObjectLiteral>,
  alias: string,
  leaveOut: readonly string[] = [],
): string {
  return connection
    .getMetadata(entity)
    .columns.filter(({ propertyName }) => !leaveOut.includes(propertyName))
    .map(({ propertyName, databaseName }) => `'${propertyName}', ${alias}.${databaseName}`)
    .join(', ');
}
