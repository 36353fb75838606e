import type { FastifyReply } from 'fastify';

/** Sets the header that names the stale paths for caches of the site: every path, or the preview of one unpublished post (`/p/<uuid>/`). */
export function invalidateCache(reply: FastifyReply, paths: '/*' | `/p/${string}/` = '/*'): void {
  void reply.header('x-cache-invalidate', paths);
}
