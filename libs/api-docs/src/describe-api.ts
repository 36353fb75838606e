import {
  type ApiContract,
  type ApiVersion,
  contentVersion,
  namedSchemas,
  reference,
  stringSchema,
} from '@almanac/api-versions';
import { STATUS_CODES } from 'node:http';
import { adminOperations, adminTagDescriptions } from './operations/admin-operations';
import { contentOperations, contentTagDescriptions } from './operations/content-operations';
import type { Operation, Operations, QueryParameter } from './operations/operation';
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from './open-api-document';
import { reachedSchemas } from './reached-schemas';

/** A route of the service, e.g. `GET` and `/ghost/api/v3/content/posts/{id}`. */
export interface Route {
  method: string;
  path: string;
}

/** The parts of the documents that differ between the two APIs. */
interface ApiDescription {
  title: string;
  operations: Operations;
  /** The description of each group of operations (a tag in OpenAPI), in the order of the document. */
  tagDescriptions: Readonly<Record<string, string>>;
  /** How requests are authenticated, in Markdown. */
  authentication: string;
  securitySchemes: Readonly<Record<string, object>>;
}

export type ApiName = 'content' | 'admin';

const apis: Readonly<Record<ApiName, ApiDescription>> = {
  content: {
    title: 'Almanac Content API',
    operations: contentOperations,
    tagDescriptions: contentTagDescriptions,
    authentication:
      'Requests need the content key of an integration in the query parameter `key`. ' +
      'Operations with `security: []` need none.',
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'key', description: 'The content key of an integration.' },
    },
  },
  admin: {
    title: 'Almanac Admin API',
    operations: adminOperations,
    tagDescriptions: adminTagDescriptions,
    authentication:
      'Programs send `Authorization: Ghost <JSON Web Token>`, signed with the admin key of an integration. ' +
      'Staff sign in with `POST /session/` and use the session cookie. ' +
      'Some operations accept only a session, and respond with 501 to an integration.',
    securitySchemes: {
      integration: {
        type: 'apiKey',
        in: 'header',
        name: 'authorization',
        description: '`Ghost <JSON Web Token>`, signed with an admin key.',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'ghost-admin-api-session',
        description: 'The cookie that `POST /session/` sets.',
      },
    },
  },
};

/**
 * The OpenAPI 3.1 document of one API in one version. Paths are relative to the server `/ghost/api/<version>/<api>`.
 * @param routes every route of the service; those of other versions and APIs are ignored
 * @throws TypeError when a route of the API has no description
 */
export function describeApi(contract: ApiContract, api: ApiName, routes: readonly Route[]): OpenApiDocument {
  const { title, operations, tagDescriptions, authentication, securitySchemes } = apis[api];
  const server = `/ghost/api/${contract.version}/${api}`;
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const described: Operation[] = [];
  for (const { method, path } of routesBelow(routes, `${server}/`)) {
    const operation = findOperation(operations, api, method, path);
    described.push(operation);
    paths[`${path}/`] = { ...paths[`${path}/`], [method.toLowerCase()]: describe(operation, path) };
  }
  const usedTags = new Set(described.map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: { title, version: contract.version, description: introduction(contract, authentication) },
    servers: [{ url: server }],
    tags: Object.entries(tagDescriptions)
      .filter(([name]) => usedTags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: reachedSchemas(namedSchemas(contract, api), described), securitySchemes },
    security: Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })),
  };
}

function introduction({ version }: ApiContract, authentication: string): string {
  return [
    authentication,
    `The API is compatible with Ghost ${majorRelease(version)}; docs/API.md lists the differences.`,
    'The response schemas describe the responses to requests without `fields` and `formats`. With `fields`, a response has the named keys only, and a single resource also the key by which it was requested (in the Admin API not the `id`); with `formats`, the named formats.',
  ].join('\n\n');
}

/** The major release of Ghost that a version is compatible with, e.g. `5`. */
function majorRelease(version: ApiVersion): string {
  const name = contentVersion(version);
  return /^v(\d+)/.exec(name)?.[1] ?? name;
}

/** The routes below a prefix, sorted by path and method. Their paths begin after the prefix, with a slash, and have no trailing slash. */
function routesBelow(routes: readonly Route[], prefix: string): Route[] {
  return routes
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ method, path }) => ({ method, path: `/${path.slice(prefix.length).replace(/\/$/, '')}` }))
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`, 'en'));
}

function findOperation(operations: Operations, api: ApiName, method: string, path: string): Operation {
  const key = `${method.toUpperCase()} ${path.slice(1).replace(/\{(\w+)\}/g, ':$1')}`;
  const operation = operations[key];
  if (!operation) throw new TypeError(`The ${api} API serves ${key}, which has no description.`);
  return operation;
}

function describe(operation: Operation, path: string): OpenApiOperation {
  const { id, tag, summary, description, isPublic, isDeprecated, query = [], body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(isDeprecated && { deprecated: true }),
    ...(isPublic && { security: [] }),
    parameters: [...pathParameters(operation, path), ...query.map(queryParameter)],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.type ?? 'application/json']: { schema: body.schema, ...(body.example && { example: body.example }) },
        },
      },
    }),
    responses: {
      [operation.status]: response(operation),
      ...(operation.accepted && { 202: response({ status: 202, response: operation.accepted }) }),
      default: {
        description: 'The request failed; the status and the error type say why.',
        content: { 'application/json': { schema: reference('Error') } },
      },
    },
  };
}

const EXAMPLE_ID = '5ddc9141c35e7700383b2937';

function pathParameters({ pathExamples = {} }: Operation, path: string): OpenApiParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: stringSchema,
    example: pathExamples[name] ?? EXAMPLE_ID,
  }));
}

function queryParameter({ name, description, schema, example, isRequired = false }: QueryParameter): OpenApiParameter {
  return { name, in: 'query', description, required: isRequired, schema, ...(example !== undefined && { example }) };
}

function response({ status, response: body }: Pick<Operation, 'status' | 'response'>): {
  description: string;
  content?: object;
} {
  const description = STATUS_CODES[status] ?? 'Success';
  if (!body) return { description };
  return { description, content: { [body.type ?? 'application/json']: { schema: body.schema } } };
}
