import type { FastifyReply } from 'fastify';

/** Tells caches in front of the site what is stale now: everything, or the preview of one draft (`/p/<uuid>/`). */
export function invalidateCache(reply: FastifyReply, paths: '/*' | `/p/${string}/` = '/*'): void {
  void reply.header('x-cache-invalidate', paths);
}
