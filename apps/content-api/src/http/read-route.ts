import type { FastifyRequest } from 'fastify';

const CONTENT = /^\/ghost\/api\/[^/]+\/content\//;
const PREVIEW = /^\/ghost\/api\/[^/]+\/content\/(?:posts|pages)\/preview\/?$/;

/** Whether the pattern of a route belongs to the Content API, e.g. `/ghost/api/v3/content/posts/:id`. */
export function isContentRoute(pattern: string): boolean {
  return CONTENT.test(pattern);
}

/** Whether the pattern of a route is that of a preview. Clients send the token of a preview link instead of a content key. */
export function isPreviewRoute(pattern: string): boolean {
  return PREVIEW.test(pattern);
}

/** Whether a request is a GET or HEAD request for an existing route of the Content API. */
export function isContentRead({ method, is404, apiVersion }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !is404 && apiVersion !== undefined;
}
