import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routes, type RouteAccess } from './routes';

/** The API documentation and the files of the Console are public, and not in the table `routes`. */
const PUBLIC_FILES = /^\/(docs|console)(\/|$)/;
const VERSIONED_PREFIX = /^\/ghost\/api\/[^/]+\/admin\//;

/**
 * The key of a route in the table `routes`: `GET posts/:id` for `/ghost/api/v3/admin/posts/:id`.
 * @param pattern the path with its parameters, as Fastify registers it
 */
export function routeKeyOf(method: string, pattern: string): string {
  return `${method === 'HEAD' ? 'GET' : method} ${pattern.replace(VERSIONED_PREFIX, '')}`;
}

/** The access rule of the matched route; undefined when no route matched, or when the table does not contain it. */
export function accessOf(request: FastifyRequest): RouteAccess | undefined {
  const pattern = request.routeOptions.url;
  return pattern === undefined ? undefined : routes[routeKeyOf(request.method, pattern)];
}

/** The resource in the path: `pages` for `/ghost/api/v3/admin/pages/:id`. */
export function resourceOf(request: FastifyRequest): string {
  return (request.routeOptions.url ?? '').replace(VERSIONED_PREFIX, '').split('/')[0] ?? '';
}

/**
 * Collects the routes that are registered from now on.
 * @returns the keys of these routes, and a function that throws an error if one of them has no rule, so that the service does not start
 */
export function collectRoutes(fastify: FastifyInstance): { registered: Set<string>; assertAllHaveRules: () => void } {
  const registered = new Set<string>();
  fastify.addHook('onRoute', ({ method, url }) => {
    if (PUBLIC_FILES.test(url)) return;
    for (const name of [method].flat()) if (name !== 'OPTIONS') registered.add(routeKeyOf(name, url));
  });
  const assertAllHaveRules = (): void => {
    const missing = [...registered].filter((key) => routes[key] === undefined);
    if (missing.length > 0) throw new Error(`Routes without a rule in permissions/routes.ts: ${missing.join(', ')}`);
  };
  return { registered, assertAllHaveRules };
}
