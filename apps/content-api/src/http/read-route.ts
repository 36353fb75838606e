import type { FastifyRequest } from 'fastify';

const PREVIEW = /^\/ghost\/api\/[^/]+\/content\/(?:posts|pages)\/preview\/?$/;

/** Whether a request is a GET or HEAD request for an existing route of the Content API. */
export function isContentRead({ method, is404, apiVersion }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !is404 && apiVersion !== undefined;
}

/** Whether the route of a request is a preview. Clients send the token of a preview link instead of a content key. */
export function isPreview({ routeOptions }: FastifyRequest): boolean {
  return PREVIEW.test(routeOptions.url ?? '');
}
