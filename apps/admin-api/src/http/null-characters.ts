import { BadRequestError } from '@almanac/errors';
import type { FastifyInstance } from 'fastify';

/** Rejects URLs with an encoded NUL: PostgreSQL cannot store it, so no resource matches. */
export function rejectNullCharacters(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    done(request.url.includes('%00') ? new BadRequestError('The URL contains a null character.') : undefined);
  });
}
