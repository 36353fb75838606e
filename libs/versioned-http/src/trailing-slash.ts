import type { FastifyReply, FastifyRequest } from 'fastify';

const REDIRECT_CACHE_CONTROL = 'public, max-age=31536000';

function splitUrl(url: string): { path: string; query?: string } {
  const end = url.indexOf('?');
  return end < 0 ? { path: url } : { path: url.slice(0, end), query: url.slice(end + 1) };
}

/** Whether the path that the client sent ends with a slash. */
export function hasTrailingSlash({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>): boolean {
  return splitUrl(originalUrl).path.endsWith('/');
}

/**
 * Sets the status and headers of a permanent redirect to the path with a trailing slash. The query string stays. Several slashes at the
 * beginning become one, because `//ghost` would be a URL of the host `ghost`.
 */
export function setTrailingSlashRedirect({ originalUrl }: FastifyRequest, reply: FastifyReply): void {
  const { path, query } = splitUrl(originalUrl);
  const location = `${path.replace(/^\/{2,}/, '/')}/${query === undefined ? '' : `?${query}`}`;
  void reply.status(301).header('location', location).header('cache-control', REDIRECT_CACHE_CONTROL);
}
