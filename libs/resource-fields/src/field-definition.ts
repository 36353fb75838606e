import type { ApiVersion } from './api-version';

/** The type of a column in PostgreSQL; `instant` is `timestamptz`. */
export type FieldType = 'text' | 'uuid' | 'boolean' | 'integer' | 'instant';

/**
 * The APIs that have a field. `public`: the Content API and the Admin API; `staff`: the Admin API; `self`: the Admin API, only in
 * the row of the user who reads it; `none`: neither.
 */
export type FieldAudience = 'public' | 'staff' | 'self' | 'none';

/** How clients may write a field. The schemas of request bodies, and the checks before values are stored, are derived from this rule. */
export interface InputRule {
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  /** Whether the value in a request may be null. By default, it may be null if the column may be null. */
  readonly isNullable?: boolean;
  readonly format?: 'json' | 'email' | 'url';
}

/** One column of a resource. Entities, responses, inputs, filters, orders, exports and imports are derived from it. */
export interface FieldDefinition {
  readonly type: FieldType;
  /** The oldest API version that has the field: in responses, inputs, filters and exports. */
  readonly since: ApiVersion;
  /** The APIs whose responses contain the field, unless a serializer of `libs/api-versions` adds it in one version. */
  readonly readableBy: FieldAudience;
  /** The APIs that filter by the field; by default those of `readableBy`. */
  readonly filterableBy?: FieldAudience;
  /** The APIs that order by the field; by default those of `filterableBy`. */
  readonly orderableBy?: FieldAudience;
  /** Present if clients may write the field in the body of the resource. The values of settings have rules of their own. */
  readonly input?: InputRule;
  readonly isNullable?: true;
  /** The only values that the column may contain. */
  readonly values?: readonly string[];
  /** The default of the column. The visibility of a new post is that of the setting `default_content_visibility`. */
  readonly default?: string | boolean | number;
  /** The name of the column and of the key in the API. By default, it is the name of the property in snake_case. */
  readonly column?: string;
  readonly isPrimaryKey?: true;
  /**
   * The content of a post in one format. As such strings are large, a query selects them only if the response needs them: for the formats
   * in the parameter `formats`, or the default format of the API.
   */
  readonly isFormat?: true;
  /**
   * The format of a value that contains URLs. URLs of the site are stored relative to its root and returned absolute. In v2,
   * html and mobiledoc contain absolute URLs of uploaded files only, unless the request sets `absolute_urls`.
   */
  readonly urls?: 'url' | 'html' | 'lexical' | 'mobiledoc';
  /** Orders and filters by this field ignore case. An index of the column contains `lower()` of it. */
  readonly ignoresCase?: true;
  /** False if exports of the site do not contain the field. */
  readonly isExported?: false;
  /**
   * The oldest API version whose exports contain the field; `since` by default. Exports of versions before `since` contain it only if a row
   * has another value than the default.
   */
  readonly exportedSince?: ApiVersion;
  /** The maximum length in an import; `input.maxLength` by default. Exports of old sites contain longer strings. */
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

/** The fields of one resource. */
export interface ResourceDefinition<Fields extends FieldDefinitions = FieldDefinitions> {
  /** The name of its table, or, for tiers and newsletters, which have no table, of the resource. */
  readonly table: string;
  readonly fields: Fields;
  /** All fields. Responses contain the readable fields in this order. */
  readonly list: readonly Field[];
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Defines the fields of a resource.
 * @param table the name of its table in the schema `publishing`, or of the resource if it has no table
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
