import { type ApiContract, type JsonSchema, namedSchemas, reference, text } from '@almanac/api-versions';
import type { OpenAPIObject } from '@nestjs/swagger';
import { adminOperations } from './operations/admin-operations';
import { contentOperations } from './operations/content-operations';
import type { Operation, Operations } from './operations/operation';
import { reached } from './reached-schemas';

/** A route as the router has it: `GET`, `/ghost/api/v3/content/posts/{id}`. */
export interface Route {
  method: string;
  path: string;
}

type ApiName = 'content' | 'admin';

const operationsOf: Record<ApiName, Operations> = { content: contentOperations, admin: adminOperations };

const security: Record<ApiName, Record<string, object>> = {
  content: { key: { type: 'apiKey', in: 'query', name: 'key' } },
  admin: {
    integration: { type: 'apiKey', in: 'header', name: 'authorization', description: '`Ghost <JSON Web Token>`' },
    session: { type: 'apiKey', in: 'cookie', name: 'ghost-admin-api-session' },
  },
};

/**
 * The OpenAPI 3.1 document of one API in one version: the routes that are served, in the shapes the contract has.
 * @param routes every route of the service; those of other versions and APIs are passed over
 * @throws TypeError when a route of the API is not described
 */
export function describeApi(contract: ApiContract, api: ApiName, routes: readonly Route[]): OpenAPIObject {
  const prefix = `/ghost/api/${contract.version}/${api}/`;
  const own = routes.filter(({ path }) => path.startsWith(prefix));
  const paths: Record<string, Record<string, object>> = {};
  const operations: Operation[] = [];
  for (const { method, path } of sorted(own)) {
    const operation = operationOf(api, method, path.slice(prefix.length));
    operations.push(operation);
    const address = `${path.replace(/\/$/, '')}/`;
    paths[address] = { ...paths[address], [method.toLowerCase()]: described(operation, address) };
  }
  return asDocument({
    openapi: '3.1.0',
    info: {
      title: `Almanac ${api === 'content' ? 'Content' : 'Admin'} API ${contract.version}`,
      version: contract.version,
      description: 'Speaks the API of Ghost 3; see docs/API.md for where it differs.',
    },
    paths,
    components: { schemas: reached(namedSchemas(contract, api), operations), securitySchemes: security[api] },
    security: Object.keys(security[api]).map((scheme) => ({ [scheme]: [] })),
  });
}

function sorted(routes: readonly Route[]): Route[] {
  return [...routes].sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`, 'en'));
}

function operationOf(api: ApiName, method: string, path: string): Operation {
  const key = `${method.toUpperCase()} ${path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1')}`;
  const operation = operationsOf[api][key];
  if (!operation) throw new TypeError(`${key} is served by the ${api} API and described nowhere.`);
  return operation;
}

function described(operation: Operation, path: string): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
  const inQuery = (operation.query ?? []).map((parameter) => ({ ...parameter, in: 'query', required: false }));
  const { body, bodyType = 'application/json' } = operation;
  return {
    summary: operation.summary,
    parameters: [...inPath, ...inQuery],
    ...(body && { requestBody: { content: { [bodyType]: { schema: body } } } }),
    responses: {
      [operation.status]: answered(operation),
      default: { description: 'Anything that went wrong.', content: contentOf(reference('Error')) },
    },
  };
}

function answered({ answer, answerType, summary }: Operation): object {
  return { description: summary, ...(answer && { content: contentOf(answer, answerType) }) };
}

function contentOf(schema: JsonSchema, type = 'application/json'): object {
  return { [type]: { schema } };
}

function asDocument(document: object): OpenAPIObject {
  const copy: OpenAPIObject = JSON.parse(JSON.stringify(document));
  return copy;
}
