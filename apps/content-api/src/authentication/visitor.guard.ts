import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Visitor } from './visitor';
import { Visitors } from './visitors';

const visitors = new WeakMap<FastifyRequest, Visitor>();

/** Admits requests with a content key, and keeps the visitor of the request. */
@Injectable()
export class VisitorGuard implements CanActivate {
  constructor(private readonly visitors: Visitors) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    visitors.set(request, await this.visitors.identify(request));
    return true;
  }
}

/** Who asked, as the guard found out. */
export function visitorOf(request: FastifyRequest): Visitor {
  const visitor = visitors.get(request);
  if (!visitor) throw new Error('This route is not guarded by VisitorGuard.');
  return visitor;
}
