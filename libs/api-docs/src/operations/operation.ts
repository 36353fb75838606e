import { closedObject, type JsonSchema, listOf, reference } from '@almanac/api-versions';

/** A parameter of the query string. Path parameters are derived from the path. */
export interface QueryParameter {
  name: string;
  description: string;
  schema: JsonSchema;
  example?: string | number | boolean;
  isRequired?: boolean;
}

/** The description of one route. */
export interface Operation {
  /** The `operationId`: unique in a document, a verb phrase in camelCase. */
  id: string;
  /** The name of the group under which the document lists the operation. */
  tag: string;
  summary: string;
  description?: string;
  /** Whether the route needs no key and no session. */
  isPublic?: boolean;
  isDeprecated?: boolean;
  query?: readonly QueryParameter[];
  /** Example values of path parameters, by name. A parameter without one gets a sample id. */
  pathExamples?: Readonly<Record<string, string>>;
  body?: RequestBody;
  /** The HTTP status of the response to a successful request; 422 for an operation that always fails. */
  status: number;
  /** Absent for a response without a body. */
  response?: ResponseBody;
  /** The body of the response 202 to a request with `Prefer: respond-async`. */
  accepted?: ResponseBody;
}

/** The body of a request. */
export interface RequestBody {
  schema: JsonSchema;
  /** A media type; JSON when absent. */
  type?: string;
  /** A complete body. The API accepts it if its ids, tokens and `updated_at` are replaced by those of the site. */
  example?: object;
}

/** The body of a response. */
export interface ResponseBody {
  schema: JsonSchema;
  /** A media type; JSON when absent. */
  type?: string;
}

/** Operations by method and path, e.g. `GET posts/:id`: the path in the notation of controllers, without version and API. */
export type Operations = Readonly<Record<string, Operation>>;

/** The schema of a body `{<key>: [<schema>…], meta: {pagination}}`. @param schema the name of the schema of the items */
export function pageOf(key: string, schema: string): JsonSchema {
  return closedObject({ [key]: listOf(reference(schema)), meta: reference('Meta') });
}

/** The schema of a body `{<key>: [<schema>]}`, whose list always has one element. @param schema a schema, or the name of a schema */
export function singleItem(key: string, schema: JsonSchema | string): JsonSchema {
  const item = typeof schema === 'string' ? reference(schema) : schema;
  return closedObject({ [key]: { ...listOf(item), minItems: 1, maxItems: 1 } });
}

/** The schema of a body `{<key>: <schema>}`. */
export function envelope(key: string, schema: JsonSchema): JsonSchema {
  return closedObject({ [key]: schema });
}

/** The schema of an object that may have these keys, and others. @param required the keys that the object must have */
export function openObject(properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** A named schema, with some of its keys required. */
export function withRequired(schema: string, ...required: string[]): JsonSchema {
  return required.length === 0 ? reference(schema) : { allOf: [reference(schema)], required };
}
