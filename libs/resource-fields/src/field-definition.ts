import type { ApiVersion } from './api-version';

/** The type of a column in PostgreSQL; `instant` is `timestamptz`. */
export type FieldType = 'text' | 'uuid' | 'boolean' | 'integer' | 'instant';

/** The APIs with a field. `public`: both; `staff`: the Admin API; `self`: the Admin API, for a user's own row; `none`: none. */
export type FieldAudience = 'public' | 'staff' | 'self' | 'none';

/** How clients may write a field. Schemas of request bodies and checks of columns are derived from it. */
export interface InputRule {
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  /** Whether a body may say null; by default where the column may be null. */
  readonly isNullable?: boolean;
  readonly format?: 'json' | 'email' | 'url';
}

/** One column of a resource. Everything that depends on the column is derived from this. */
export interface FieldDefinition {
  readonly type: FieldType;
  /** The oldest API version that has the field: in responses, inputs, filters and exports. */
  readonly since: ApiVersion;
  /** Which API shows the field. */
  readonly readableBy: FieldAudience;
  /** Which API may filter by the field; by default the one that shows it. */
  readonly filterableBy?: FieldAudience;
  /** Which API may order by the field; by default the one that may filter by it. */
  readonly orderableBy?: FieldAudience;
  /** Present where clients may write the field. */
  readonly input?: InputRule;
  readonly isNullable?: true;
  /** The only texts that the column may contain. */
  readonly values?: readonly string[];
  /** The value of a new row. */
  readonly default?: string | boolean | number;
  /** The name of the column and of the key in the API, where it is not the property in snake_case. */
  readonly column?: string;
  readonly isPrimaryKey?: true;
  /** A large text: it is read only when the request's `formats` asks for it. */
  readonly isFormat?: true;
  /** The format of a value with URLs. They are stored relative to the site and returned absolute. */
  readonly urls?: 'url' | 'html' | 'lexical' | 'mobiledoc';
  /** Ordered without regard to case, and indexed so. */
  readonly ignoresCase?: true;
  /** False where an export of the site leaves the field out. */
  readonly isExported?: false;
  /** The oldest API version whose exports have the field, where that is not `since`. */
  readonly exportedSince?: ApiVersion;
  /** The longest text that an import stores, if it differs from `input.maxLength`: older exports have longer texts. */
  readonly importLength?: number;
  /** Never part of the snapshot of an outbox event, a response or a list. */
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
  /** The fields in the order in which responses contain them. */
  readonly list: readonly Field[];
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Defines the fields of a table, by property.
 * @param table the table's name in the schema `publishing`
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
