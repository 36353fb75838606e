import { VersionMismatchError } from '@almanac/errors';
import type { FastifyInstance } from 'fastify';

/** The version of Ghost whose API this is; clients are told it. */
const GHOST_VERSION = '3.0.3';

const spokenByClients = /^[23](\.\d+){0,2}$/;

/** Refuses clients that say (`X-Ghost-Version`) they were written for something else than Ghost 2 or 3. */
export function refuseForeignClients(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    const version = request.headers['x-ghost-version'];
    if (version === undefined || (typeof version === 'string' && spokenByClients.test(version))) return done();
    const message = `Client request for ${String(version)} does not match server version ${GHOST_VERSION}.`;
    done(new VersionMismatchError(message));
  });
}
