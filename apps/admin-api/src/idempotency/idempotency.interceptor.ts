import { Logger } from '@almanac/platform';
import { type ClaimedWrite, IdempotentWrites, type KeyedWrite, type StoredResponse } from '@almanac/publishing';
import { weakEtag } from '@almanac/versioned-http';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, from, mergeMap, type Observable, of } from 'rxjs';
import { runWithClaim } from './current-claim';
import { WithoutReplay } from './without-replay.decorator';

/** Response headers that are copied from the response, and stored with the body. */
const COPIED_HEADERS = ['x-cache-invalidate'];

/** Undefined if `Idempotency-Key` is absent, or has no effect: for methods other than POST, public routes and uploads. */
function keyedWriteOf({ method, headers, actor, url, body }: FastifyRequest): KeyedWrite | undefined {
  const key = headers['idempotency-key'];
  // The body of an upload has not been read yet, so two uploads cannot be compared.
  const isUpload = headers['content-type']?.startsWith('multipart/') === true;
  if (method !== 'POST' || typeof key !== 'string' || key === '' || !actor || isUpload) return undefined;
  return { actor, key, request: { method, path: url, body } };
}

/** Replays the stored response when a POST is repeated with the same `Idempotency-Key`, except on routes `WithoutReplay`. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly logger: Logger,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (this.reflector.get(WithoutReplay, context.getHandler())) return next.handle();
    const http = context.switchToHttp();
    const write = keyedWriteOf(http.getRequest<FastifyRequest>());
    if (!write) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    const claimed = await this.writes.claim(write);
    if (!('claimedAt' in claimed)) return of(replay(reply, claimed));
    return runWithClaim(claimed, next).pipe(
      // Before `mergeMap`, so that only an error of the handler releases the key.
      catchError((error: unknown) => from(this.release(claimed, error))),
      mergeMap((result: unknown) => from(this.store(claimed, reply, result))),
    );
  }

  /**
   * Stores the response to a write.
   * @returns the result of the handler. If the response cannot be stored, no error is thrown, because the client would repeat a write
   *   that is committed.
   */
  private async store(write: ClaimedWrite, reply: FastifyReply, result: unknown): Promise<unknown> {
    const headers: Record<string, string> = Object.fromEntries(
      COPIED_HEADERS.flatMap((name) => {
        const value = reply.getHeader(name);
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const body = JSON.stringify(result ?? null);
    const { revision } = reply.request;
    // The ETag contains `request.revision`, which only the handler sets. A replay does not run the handler, so the ETag is stored.
    if (revision !== undefined) headers.etag = weakEtag(body, revision);
    const response = { status: reply.statusCode, headers, body };
    await this.writes.store(write, response).catch((error: unknown) => {
      this.logger.error('The response to a request with an Idempotency-Key could not be stored', { err: error });
    });
    return result;
  }

  /** Releases the key, so that the client can repeat the request. @throws the error of the handler */
  private async release(write: ClaimedWrite, error: unknown): Promise<never> {
    await this.writes.release(write).catch((failure: unknown) => {
      this.logger.error('The Idempotency-Key of a failed request could not be released', { err: failure });
    });
    throw error;
  }
}

function replay(reply: FastifyReply, { status, headers, body }: StoredResponse): unknown {
  void reply.status(status).headers({ ...headers, 'idempotent-replayed': 'true' });
  return JSON.parse(body);
}
