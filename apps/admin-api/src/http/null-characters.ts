import { BadRequestError } from '@almanac/errors';
import type { FastifyInstance } from 'fastify';

/** No name, address or filter holds a null character, and the database takes none: such a URL is refused before it is asked. */
export function refuseNullCharacters(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    done(request.url.includes('%00') ? new BadRequestError('The URL holds a null character.') : undefined);
  });
}
