import { type JsonSchema, listOf, reference } from '@almanac/api-versions';

/** A parameter of a query; those of a path are read off the path. */
export interface QueryParameter {
  name: string;
  description: string;
  schema: JsonSchema;
}

/** What one route takes and gives, as documents and tests need to know it. */
export interface Operation {
  summary: string;
  query?: readonly QueryParameter[];
  /** The JSON body; multipart ones say so with `bodyType`. */
  body?: JsonSchema;
  bodyType?: string;
  status: number;
  /** The JSON answer; absent for an empty one. */
  answer?: JsonSchema;
  answerType?: string;
}

/** Operations by `METHOD path`, the path as controllers write it behind the version and API. */
export type Operations = Readonly<Record<string, Operation>>;

/** `{<key>: [<schema>…], meta: {pagination}}`. */
export function pageOf(key: string, schema: string): JsonSchema {
  return {
    type: 'object',
    properties: { [key]: listOf(reference(schema)), meta: reference('Meta') },
    required: [key, 'meta'],
    additionalProperties: false,
  };
}

/** `{<key>: [<schema>]}`: one thing, in a list all the same. */
export function oneOf(key: string, schema: JsonSchema | string): JsonSchema {
  const item = typeof schema === 'string' ? reference(schema) : schema;
  return {
    type: 'object',
    properties: { [key]: { ...listOf(item), minItems: 1, maxItems: 1 } },
    required: [key],
    additionalProperties: false,
  };
}

/** `{<key>: <schema>}`. */
export function under(key: string, schema: JsonSchema): JsonSchema {
  return { type: 'object', properties: { [key]: schema }, required: [key], additionalProperties: false };
}
