import { IdempotentWrites, type KeyedWrite, type RememberedAnswer } from '@almanac/publishing';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, from, mergeMap, type Observable, of } from 'rxjs';

/** Headers that belong to an answer as much as its body. */
const keptHeaders = ['x-cache-invalidate'];

function keyedWriteOf({ method, headers, actor, url, body }: FastifyRequest): KeyedWrite | undefined {
  const key = headers['idempotency-key'];
  // What is uploaded has not been read yet, so two uploads cannot be told apart.
  const isUpload = headers['content-type']?.startsWith('multipart/') === true;
  if (method !== 'POST' || typeof key !== 'string' || key === '' || !actor || isUpload) return undefined;
  return { actor, key, request: { method, path: url, body } };
}

/** Answers a repeated POST with the same `Idempotency-Key` as it answered the first, without doing it again. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly writes: IdempotentWrites) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const write = keyedWriteOf(http.getRequest<FastifyRequest>());
    if (!write) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    const remembered = await this.writes.claim(write);
    if (remembered) return of(answerAgain(reply, remembered));
    return next.handle().pipe(
      mergeMap((result: unknown) => from(this.remember(write, reply, result))),
      catchError((error: unknown) => from(this.forget(write, error))),
    );
  }

  private async remember(write: KeyedWrite, reply: FastifyReply, result: unknown): Promise<unknown> {
    const headers = Object.fromEntries(
      keptHeaders.flatMap((name) => {
        const value = reply.getHeader(name);
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    await this.writes.remember(write, { status: reply.statusCode, headers, body: JSON.stringify(result ?? null) });
    return result;
  }

  private async forget(write: KeyedWrite, error: unknown): Promise<never> {
    await this.writes.forget(write);
    throw error;
  }
}

function answerAgain(reply: FastifyReply, { status, headers, body }: RememberedAnswer): unknown {
  void reply.status(status).headers({ ...headers, 'idempotent-replayed': 'true' });
  return JSON.parse(body);
}
