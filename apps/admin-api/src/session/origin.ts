import type { FastifyRequest } from 'fastify';

/** The origin in the `Origin` header, which can be `null`, else the origin of the `Referer`; undefined if neither contains one. */
export function originOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  if (headers.origin) return headers.origin;
  const { referer } = headers;
  return referer && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
