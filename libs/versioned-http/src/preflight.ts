import type { FastifyReply, FastifyRequest } from 'fastify';

/** Ghost sends this list for every route, also for routes without some of these methods. */
const ALLOWED_METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE';

export interface PreflightOptions {
  /** The `Vary` header: the request headers that change the response. */
  vary: string;
  /** How long a browser may cache the response. */
  maxAgeSeconds?: number;
}

/** Sends 204 as the response to a CORS preflight request. Allows the headers that the request names. The caller sets the allowed origin. */
export function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  { vary, maxAgeSeconds }: PreflightOptions,
): void {
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) void reply.header('access-control-allow-headers', headers);
  if (maxAgeSeconds !== undefined) void reply.header('access-control-max-age', String(maxAgeSeconds));
  void reply
    .header('vary', vary)
    .header('access-control-allow-methods', ALLOWED_METHODS)
    // As in Ghost. RFC 9110 does not allow it with 204, but some browsers waited for a body without it.
    .header('content-length', '0')
    .status(204)
    .send();
}
