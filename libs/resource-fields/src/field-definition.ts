import type { ApiVersion } from './api-version';

/** The type of a column in PostgreSQL; `instant` is `timestamptz`. */
export type FieldType = 'text' | 'uuid' | 'boolean' | 'integer' | 'instant';

/** Which API has a field: `public` both, `staff` the Admin API, `self` the Admin API for a user's own row, `none` neither. */
export type Audience = 'public' | 'staff' | 'self' | 'none';

/** How clients may write a field. Schemas of request bodies and checks of columns are made from it. */
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
  /** The oldest API version that has the field, in views, inputs, filters and exports. */
  readonly since: ApiVersion;
  /** Which API shows the field. */
  readonly readableBy: Audience;
  /** Which API may filter by the field; by default the one that shows it. */
  readonly filterableBy?: Audience;
  /** Which API may order by the field; by default the one that may filter by it. */
  readonly orderableBy?: Audience;
  /** Present where clients may write the field. */
  readonly input?: InputRule;
  readonly isNullable?: true;
  /** The only texts the column has. */
  readonly values?: readonly string[];
  /** The value of a new row. */
  readonly default?: string | boolean | number;
  /** The name of the column and of the key in the API, where it is not the property in snake_case. */
  readonly column?: string;
  readonly isPrimaryKey?: true;
  /** A large text: it is read only when the request's `formats` asks for it. */
  readonly isFormat?: true;
  /** URLs in the value are stored relative to the site and given out absolute. */
  readonly urls?: 'url' | 'html' | 'lexical' | 'mobiledoc';
  /** Ordered without regard to case, and indexed so. */
  readonly ignoresCase?: true;
  /** False where an export of the site leaves the field out. */
  readonly isExported?: false;
  /** The oldest API version whose exports have the field, where that is not `since`. */
  readonly exportedSince?: ApiVersion;
  /** The longest text an import stores, where it is more than `input.maxLength`; older exports have longer texts. */
  readonly importLength?: number;
  /** Never part of a snapshot, a view or a list. */
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
  /** The fields in the order views print them. */
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
