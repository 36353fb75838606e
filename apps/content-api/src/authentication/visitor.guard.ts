import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Visitors } from './visitors';

/** Admits requests with a valid content key. While the members feature is on, rejects requests with an invalid member token. */
@Injectable()
export class VisitorGuard implements CanActivate {
  constructor(private readonly visitors: Visitors) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.visitors.identify(context.switchToHttp().getRequest<FastifyRequest>());
    return true;
  }
}
