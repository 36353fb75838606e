import type { FastifyRequest } from 'fastify';

/** The origin that a browser names in the `Origin` header, else that of the `Referer`. */
export function originOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  if (headers.origin) return headers.origin;
  const { referer } = headers;
  return referer && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
