import { LargeLists } from '@almanac/platform';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Visitors } from './visitors';

/**
 * Admits requests with a valid content key. While the members feature is on, rejects requests with an invalid member token. Requests for
 * large lists wait for a slot ({@link LargeLists}); the response is 503 if no slot becomes free in time.
 */
@Injectable()
export class VisitorGuard implements CanActivate {
  constructor(
    private readonly visitors: Visitors,
    private readonly largeLists: LargeLists,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    await this.visitors.identify(request);
    await this.largeLists.admit(request, http.getResponse<FastifyReply>());
    return true;
  }
}
