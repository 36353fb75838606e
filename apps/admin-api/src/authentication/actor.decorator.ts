import { InternalServerError } from '@almanac/errors';
import type { Actor } from '@almanac/publishing';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Gives a handler who asks. Only for routes that are not public. */
export const CurrentActor = createParamDecorator((_options: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new InternalServerError('A public route has no actor.');
  return actor;
});
