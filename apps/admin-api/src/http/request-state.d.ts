import type { Actor } from '@almanac/publishing';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated actor; absent on public routes. */
    actor?: Actor;
    /** The id of the session that authenticated the request, if any. */
    sessionId?: string;
    /** True once the request is authorized: later errors name the operation. */
    hasReachedResource?: boolean;
    /** The revision of the single resource in the response; it goes into the ETag, for `If-Match`. */
    revision?: number;
  }
}
