import { InternalServerError } from '@almanac/errors';
import type { Actor } from '@almanac/publishing';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The authenticated actor of the request, as a handler parameter. @throws InternalServerError on a route without authentication */
export const CurrentActor = createParamDecorator((_options: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new InternalServerError('A public route has no actor.');
  return actor;
});
