import type { Actor } from '@almanac/publishing';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once the guard has established it; absent on public routes. */
    actor?: Actor;
    /** The session of the request, when it came by one. */
    sessionId?: string;
    /** True once the caller is let through to the resource: from here on errors speak of what was to be done. */
    hasReachedResource?: boolean;
    /** The revision of the one resource that is answered: it goes into the ETag, so that `If-Match` can name it. */
    revision?: number;
  }
}
