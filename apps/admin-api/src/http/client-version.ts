import { VersionMismatchError } from '@almanac/errors';
import type { FastifyInstance } from 'fastify';

/** The version of Ghost that the error message names as that of the server. */
const GHOST_VERSION = '3.0.3';

const SUPPORTED_VERSIONS = /^[23](\.\d+){0,2}$/;

/** Rejects clients that send an `X-Ghost-Version` other than 2 or 3. */
export function rejectUnsupportedClients(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    const version = request.headers['x-ghost-version'];
    if (version === undefined || (typeof version === 'string' && SUPPORTED_VERSIONS.test(version))) return done();
    const message = `Client request for ${String(version)} does not match server version ${GHOST_VERSION}.`;
    done(new VersionMismatchError(message));
  });
}
