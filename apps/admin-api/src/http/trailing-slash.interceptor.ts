import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, of } from 'rxjs';

const REDIRECT_CACHE_CONTROL = 'public, max-age=31536000';

/** Sends readers of a path without its last slash to the one with it, for good; writes are served where they are. */
@Injectable()
export class TrailingSlashInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const [path = '', query] = request.originalUrl.split(/\?(.*)/s);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || path.endsWith('/') || !path.startsWith('/ghost/')) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const location = query === undefined ? `${path}/` : `${path}/?${query}`;
    void reply.status(301).header('location', location).header('cache-control', REDIRECT_CACHE_CONTROL);
    return of(undefined);
  }
}
