import type { Field, FieldType, ResourceDefinition, RowOf } from '@almanac/resource-fields';
import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';

const columnTypes: Record<FieldType, 'text' | 'uuid' | 'boolean' | 'integer' | 'timestamptz'> = {
  text: 'text',
  uuid: 'uuid',
  boolean: 'boolean',
  integer: 'integer',
  instant: 'timestamptz',
};

function columnDecorator({ column, type, isNullable, default: defaultValue, isPrimaryKey }: Field): PropertyDecorator {
  const options: ColumnOptions = { name: column, nullable: isNullable ?? false, default: defaultValue };
  return isPrimaryKey ? PrimaryColumn(columnTypes[type], { name: column }) : Column(columnTypes[type], options);
}

/** Returns a base class for an entity, with the columns of the definition. The entity class adds its relations. */
export function withColumns<Definition extends ResourceDefinition>(
  definition: Definition,
): new () => RowOf<Definition> {
  class Columns {}
  for (const field of definition.list) columnDecorator(field)(Columns.prototype, field.name);
  return Columns as new () => RowOf<Definition>;
}
