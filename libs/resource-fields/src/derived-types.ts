import type { FieldDefinition, FieldDefinitions, ResourceDefinition } from './field-definition';

/** The TypeScript type of each field type. */
interface ValueTypes {
  text: string;
  uuid: string;
  boolean: boolean;
  integer: number;
  instant: Date;
}

type NotNull<Field extends FieldDefinition> = Field extends { values: readonly (infer Value)[] }
  ? Value
  : ValueTypes[Field['type']];

type Value<Field extends FieldDefinition> = Field extends { isNullable: true } ? NotNull<Field> | null : NotNull<Field>;

type FieldsOf<Definition> = Definition extends ResourceDefinition<infer Fields> ? Fields : never;

type RowOfFields<Fields extends FieldDefinitions> = { -readonly [Name in keyof Fields]: Value<Fields[Name]> };

type InputOfFields<Fields extends FieldDefinitions> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { input: object } ? Name : never]?: Value<Fields[Name]>;
};

type DefaultsOfFields<Fields extends FieldDefinitions> = {
  -readonly [
    Name in keyof Fields as Fields[Name] extends { isNullable: true } | { default: unknown } ? Name : never
  ]: Value<Fields[Name]>;
};

/** A row of the table: the values by the names of the properties. */
export type RowOf<Definition extends ResourceDefinition> = RowOfFields<FieldsOf<Definition>>;

/** The properties of a row that clients may write; an absent property was not sent. */
export type InputOf<Definition extends ResourceDefinition> = InputOfFields<FieldsOf<Definition>>;

/** The properties of a new row that have a value without input: the field's default, or null. */
export type DefaultsOf<Definition extends ResourceDefinition> = DefaultsOfFields<FieldsOf<Definition>>;
