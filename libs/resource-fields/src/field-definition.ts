import type { ApiVersion } from './api-version';

/** The type of a column in PostgreSQL; `instant` is `timestamptz`. */
export type FieldType = 'text' | 'uuid' | 'boolean' | 'integer' | 'instant';

/**
 * The APIs that have a field. `public`: the Content API and the Admin API; `staff`: the Admin API; `self`: the Admin API, only in
 * the row of the user who reads it; `none`: neither.
 */
export type FieldAudience = 'public' | 'staff' | 'self' | 'none';

/** How clients may write a field. Schemas of request bodies, and the checks of values before they are stored, are derived from it. */
export interface InputRule {
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  /** Whether the value in a request may be null; by default, if the column may be null. */
  readonly isNullable?: boolean;
  readonly format?: 'json' | 'email' | 'url';
}

/** One column of a resource. Everything that depends on the column is derived from this. */
export interface FieldDefinition {
  readonly type: FieldType;
  /** The oldest API version that has the field: in responses, inputs, filters and exports. */
  readonly since: ApiVersion;
  /** The APIs whose responses contain the field. */
  readonly readableBy: FieldAudience;
  /** The APIs that filter by the field; by default those of `readableBy`. */
  readonly filterableBy?: FieldAudience;
  /** The APIs that order by the field; by default those of `filterableBy`. */
  readonly orderableBy?: FieldAudience;
  /** Present if clients may write the field. */
  readonly input?: InputRule;
  readonly isNullable?: true;
  /** The only values that the column may contain. */
  readonly values?: readonly string[];
  /** The value of a new row. */
  readonly default?: string | boolean | number;
  /** The name of the column and of the key in the API, if it is not the property in snake_case. */
  readonly column?: string;
  readonly isPrimaryKey?: true;
  /** A large string. A query selects it only if the response needs it: for `formats` of the request, or the API's default format. */
  readonly isFormat?: true;
  /**
   * The format of a value with URLs. They are stored relative to the site and returned absolute. In html and mobiledoc of v2, only
   * URLs of uploaded files are returned absolute.
   */
  readonly urls?: 'url' | 'html' | 'lexical' | 'mobiledoc';
  /** An order by this field ignores letter case. */
  readonly ignoresCase?: true;
  /** False if exports of the site leave the field out. */
  readonly isExported?: false;
  /** The oldest API version whose exports have the field, if it is not `since`. */
  readonly exportedSince?: ApiVersion;
  /** The maximum length in an import, if it is not `input.maxLength`: older exports contain longer strings. */
  readonly importLength?: number;
  /** Never part of a response or of the snapshot of an outbox event. */
  readonly isSecret?: true;
}

export type FieldDefinitions = Readonly<Record<string, FieldDefinition>>;

/** A field with its names: `name` is the property in TypeScript, `column` the column and the key in the API. */
export interface Field extends FieldDefinition {
  readonly name: string;
  readonly column: string;
}

/** The fields of one table. */
export interface ResourceDefinition<Fields extends FieldDefinitions = FieldDefinitions> {
  readonly table: string;
  readonly fields: Fields;
  /** All fields. Responses contain the readable ones in this order. */
  readonly list: readonly Field[];
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Defines the fields of a table.
 * @param table the table's name in the schema `publishing`
 * @param fields the fields by the names of their properties in TypeScript
 */
export function defineResource<const Fields extends FieldDefinitions>(
  table: string,
  fields: Fields,
): ResourceDefinition<Fields> {
  const list = Object.entries<FieldDefinition>(fields).map(([name, field]) => ({
    ...field,
    name,
    column: field.column ?? snakeCase(name),
  }));
  return { table, fields, list };
}
