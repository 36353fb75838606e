/** The keywords of JSON Schema 2020-12, the dialect of OpenAPI 3.1, that our schemas use. */
export interface JsonSchema {
  type?: JsonType | readonly JsonType[];
  format?: string;
  enum?: readonly (string | number | boolean | null)[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  description?: string;
  $ref?: string;
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  minimum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  readOnly?: boolean;
  contentMediaType?: string;
}

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

export const stringSchema: JsonSchema = { type: 'string' };
export const stringOrNullSchema: JsonSchema = { type: ['string', 'null'] };
export const booleanSchema: JsonSchema = { type: 'boolean' };
export const integerSchema: JsonSchema = { type: 'integer' };
export const integerOrNullSchema: JsonSchema = { type: ['integer', 'null'] };
export const instantSchema: JsonSchema = { type: 'string', format: 'date-time' };
export const instantOrNullSchema: JsonSchema = { type: ['string', 'null'], format: 'date-time' };

/** The schema of a string with a fixed set of values. */
export function oneOfWords(...words: readonly string[]): JsonSchema {
  return { type: 'string', enum: words };
}

/** A reference to a named schema of the same document. */
export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema of a value that has this schema or is null. */
export function orNull(schema: JsonSchema): JsonSchema {
  return { oneOf: [schema, { type: 'null' }] };
}

/** The schema of a list whose items have this schema. */
export function listOf(schema: JsonSchema): JsonSchema {
  return { type: 'array', items: schema };
}

/** The schema of an object with these keys, all required, and no others. */
export function closedObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** Adds the property `schema` to a function that builds JSON: the schema of the JSON. */
export function withSchema<Build extends (...args: never[]) => unknown>(
  build: Build,
  schema: JsonSchema,
): Build & { readonly schema: JsonSchema } {
  return Object.assign(build, { schema });
}
