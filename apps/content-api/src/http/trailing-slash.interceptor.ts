import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, of } from 'rxjs';

const REDIRECT_CACHE_CONTROL = 'public, max-age=31536000';

/** Sends whoever was let in with a path without its last slash to the one with it, for good. */
@Injectable()
export class TrailingSlashInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const [path = '', query] = request.originalUrl.split(/\?(.*)/s);
    if (path.endsWith('/')) return next.handle();
    const location = query === undefined ? `${path}/` : `${path}/?${query}`;
    const reply = http.getResponse<FastifyReply>();
    void reply.status(301).header('location', location).header('cache-control', REDIRECT_CACHE_CONTROL).send();
    // Nest waits for a value, though the answer is sent already.
    return of(undefined);
  }
}
