import { type AlmanacError, messageOf, RequestEntityTooLargeError } from '@almanac/errors';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { urlWithoutSecrets } from '../logging/loggable-url';
import { type Logger } from '../logging/logger';
import { toAlmanacError } from './to-almanac-error';

/** The data about a failed request that an `ErrorRenderer` gets. */
export interface ErrorContext {
  request: FastifyRequest;
  /** Unique for each error; its log line has the same id. */
  errorId: string;
  isDevelopment: boolean;
}

/** Builds the JSON body of an error response. */
export type ErrorRenderer = (error: AlmanacError, context: ErrorContext) => unknown;

/** The default body of error responses. */
export const renderPlainError: ErrorRenderer = (error, { errorId }) => ({
  errors: [{ message: error.message, code: error.code, id: errorId }],
});

/** Headers that describe the body for which they were set, and not the body of an error. */
const BODY_HEADERS = ['content-encoding', 'content-length', 'etag', 'last-modified'];

/**
 * Removes the headers of a body that could not be sent, e.g. of a stream that failed before its first byte. Caches must not store the
 * error, although they may store the body.
 */
function removeBodyHeaders(reply: FastifyReply): void {
  for (const name of BODY_HEADERS) {
    reply.removeHeader(name);
    // Fastify copies the headers of a stream to the response of Node.js before the stream begins.
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  const cacheControl = reply.getHeader('cache-control');
  if (cacheControl !== undefined && !String(cacheControl).includes('no-store')) {
    void reply.header('cache-control', 'no-store');
  }
}

/**
 * Keeps the connection of a request whose body is too large: Node.js then reads the rest of the body and discards it, until the time limit
 * of the request. Fastify would close the connection, and a client that still sends would get `EPIPE` or `ECONNRESET` and not the
 * response.
 */
function keepConnection(reply: FastifyReply): void {
  void reply.removeHeader('connection');
}

/** For log lines: the message of the cause or, without a cause, the context of the error. */
function reasonOf({ cause, context }: AlmanacError): string | undefined {
  return cause === undefined ? context : messageOf(cause);
}

/**
 * Converts every error of an HTTP request to a response. Status and `Retry-After` come from the `AlmanacError` for the error, the body
 * from the renderer of the service.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly options: { renderer: ErrorRenderer; logger: Logger; isDevelopment: boolean }) {}

  catch(thrown: unknown, host: ArgumentsHost): unknown {
    // The GraphQL server formats errors of resolvers itself.
    if (host.getType<string>() !== 'http') return thrown;
    const http = host.switchToHttp();
    this.respond(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    return undefined;
  }

  /** Logs the error, and sends its response unless a response was already sent. */
  respond(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toAlmanacError(thrown);
    const errorId = randomUUID();
    this.log(error, request, errorId);
    if (reply.sent) return;
    removeBodyHeaders(reply);
    if (error instanceof RequestEntityTooLargeError) keepConnection(reply);
    if (error.retryAfterSeconds !== undefined)
      void reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)));
    const body = this.options.renderer(error, { request, errorId, isDevelopment: this.options.isDevelopment });
    void reply.status(error.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
  }

  private log(error: AlmanacError, request: FastifyRequest, errorId: string): void {
    const fields = {
      errorId,
      requestId: request.id,
      status: error.status,
      code: error.code,
      method: request.method,
      url: urlWithoutSecrets(request.url),
    };
    // 503 means overload or an outage, not a bug of this service, and a stack for each request would flood the log.
    if (error.status === 503) return this.options.logger.warn(error.message, { ...fields, reason: reasonOf(error) });
    // 501 is not a bug either: the route does not accept this kind of client (e.g. an integration on a route for staff), or the
    // installation does not support the route.
    if (error.status >= 500 && error.status !== 501) this.options.logger.error(error, fields);
    // The message is not logged, because it can contain a secret from the request.
    else this.options.logger.debug('Request refused', { ...fields, type: error.name });
  }
}
