import type { FastifyReply } from 'fastify';

/** Sets the header by which caches of the site learn the stale paths: every path, or the preview of one draft (`/p/<uuid>/`). */
export function invalidateCache(reply: FastifyReply, paths: '/*' | `/p/${string}/` = '/*'): void {
  void reply.header('x-cache-invalidate', paths);
}
