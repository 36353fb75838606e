import type { Actor } from '@almanac/publishing';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated actor; absent on public routes. */
    actor?: Actor;
    /** The id of the session that authenticated the request, if any. */
    sessionId?: string;
    /**
     * Whether error messages name the operation. As in Ghost: after the authentication, and for an upload after its form is
     * complete. Never for a request of an external scheduler.
     */
    errorsNameOperation?: boolean;
    /** The revision of the single resource in the response. It becomes part of the ETag, so that `If-Match` can name it. */
    revision?: number;
  }
}
