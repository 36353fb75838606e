import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, of } from 'rxjs';

const REDIRECT_CACHE_CONTROL = 'public, max-age=31536000';

function splitUrl(url: string): { path: string; query?: string } {
  const end = url.indexOf('?');
  return end < 0 ? { path: url } : { path: url.slice(0, end), query: url.slice(end + 1) };
}

/** Whether the path of a request, as the client sent it, ends with a slash. */
export function hasTrailingSlash({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>): boolean {
  return splitUrl(originalUrl).path.endsWith('/');
}

/**
 * Redirects GET and HEAD requests below `/ghost/` to the path with a trailing slash, permanently. Other methods are served
 * without a redirect. An interceptor runs after the guards, so a request without permission gets their error.
 */
@Injectable()
export class TrailingSlashInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { path, query } = splitUrl(request.originalUrl);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || path.endsWith('/') || !path.startsWith('/ghost/')) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const location = query === undefined ? `${path}/` : `${path}/?${query}`;
    void reply.status(301).header('location', location).header('cache-control', REDIRECT_CACHE_CONTROL);
    return of(undefined);
  }
}
