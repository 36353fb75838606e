import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routes, type RouteAccess } from './routes';

/** The pages that describe the API are open to all and no part of it. */
const documents = /^\/docs(\/|$)/;
const versionedPrefix = /^\/ghost\/api\/[^/]+\/admin\//;

/** The row of the table a registered route stands in: `GET posts/:id` for `/ghost/api/v3/admin/posts/:id`. */
export function rowNameOf(method: string, pattern: string): string {
  return `${method === 'HEAD' ? 'GET' : method} ${pattern.replace(versionedPrefix, '')}`;
}

/** The row for the route a request was matched to; undefined where none was. */
export function accessOf(request: FastifyRequest): RouteAccess | undefined {
  const pattern = request.routeOptions.url;
  return pattern === undefined ? undefined : routes[rowNameOf(request.method, pattern)];
}

/** The first word of the path behind the version: `pages` for `/ghost/api/v3/admin/pages/:id`. */
export function resourceOf(request: FastifyRequest): string {
  return (request.routeOptions.url ?? '').replace(versionedPrefix, '').split('/')[0] ?? '';
}

/** Watches what is registered; the returned check throws when a route has no row, so that the service does not start. */
export function watchRoutes(fastify: FastifyInstance): { registered: Set<string>; assertAllHaveRows: () => void } {
  const registered = new Set<string>();
  fastify.addHook('onRoute', ({ method, url }) => {
    if (documents.test(url)) return;
    for (const one of [method].flat()) if (one !== 'OPTIONS') registered.add(rowNameOf(one, url));
  });
  const assertAllHaveRows = (): void => {
    const missing = [...registered].filter((name) => routes[name] === undefined);
    if (missing.length > 0) throw new Error(`Routes without a row in permissions/routes.ts: ${missing.join(', ')}`);
  };
  return { registered, assertAllHaveRows };
}
