import type { Actor } from '@almanac/publishing';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated actor; absent on public routes. */
    actor?: Actor;
    /** The id of the session that authenticated the request; absent if no session did. */
    sessionId?: string;
    /**
     * Whether error messages name the operation, e.g. `edit post`. As in Ghost, true from the authentication on, except while the
     * form of an upload is read. Always false for a request of an external scheduler.
     */
    errorsNameOperation?: boolean;
    /** The revision of the post or page in the response. The ETag contains it, so that a later `If-Match` can name it. */
    revision?: number;
  }
}
