import { type AlmanacError } from '@almanac/errors';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { withoutSecrets } from '../logging/loggable-url';
import { type Logger } from '../logging/logger';
import { toAlmanacError } from './to-almanac-error';

/** What a renderer may use besides the error itself. */
export interface ErrorOccasion {
  request: FastifyRequest;
  /** Unique per error; the log line of the error carries the same. */
  errorId: string;
  isDevelopment: boolean;
}

/** Makes the JSON body an API answers an error with. */
export type ErrorRenderer = (error: AlmanacError, occasion: ErrorOccasion) => unknown;

/** The body where an app names no renderer of its own (health, metrics, dashboards). */
export const renderPlainError: ErrorRenderer = (error, { errorId }) => ({
  errors: [{ message: error.message, code: error.code, id: errorId }],
});

function reasonOf({ cause, context }: AlmanacError): string | undefined {
  return cause instanceof Error ? cause.message : context;
}

/** The one place where errors become HTTP: status and headers from the catalogue, the body from the app's renderer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly options: { renderer: ErrorRenderer; logger: Logger; isDevelopment: boolean }) {}

  catch(thrown: unknown, host: ArgumentsHost): unknown {
    // What a GraphQL resolver throws is answered by the GraphQL server, in its own shape.
    if (host.getType<string>() !== 'http') return thrown;
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    return undefined;
  }

  /** Answers a request with an error, as long as nothing was answered yet. */
  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toAlmanacError(thrown);
    const errorId = randomUUID();
    this.log(error, request, errorId);
    if (reply.sent) return;
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
      url: withoutSecrets(request.url),
    };
    // The service works, and the log of one outage shall not be a stack per request.
    if (error.status === 503) return this.options.logger.warn(error.message, { ...fields, reason: reasonOf(error) });
    // What is not implemented for whoever asked (501) is no failure of ours.
    if (error.status >= 500 && error.status !== 501) this.options.logger.error(error, fields);
    // The message may quote the request, and with it a secret: the client has it, with the same id.
    else this.options.logger.debug('Request refused', { ...fields, type: error.name });
  }
}
