import { hasTrailingSlash, setTrailingSlashRedirect } from '@almanac/versioned-http';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, of } from 'rxjs';

/**
 * Redirects GET and HEAD requests below `/ghost/` to the path with a trailing slash. Other methods are served without a redirect.
 * An interceptor runs after the guards, so a request without permission gets the error of a guard instead of a redirect.
 */
@Injectable()
export class TrailingSlashInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || hasTrailingSlash(request) || !request.originalUrl.startsWith('/ghost/')) return next.handle();
    setTrailingSlashRedirect(request, context.switchToHttp().getResponse<FastifyReply>());
    return of(undefined);
  }
}
