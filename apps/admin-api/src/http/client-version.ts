import { VersionMismatchError } from '@almanac/errors';
import type { FastifyInstance } from 'fastify';

/** The version of Ghost whose API this service implements. */
const GHOST_VERSION = '3.0.3';

const supportedVersions = /^[23](\.\d+){0,2}$/;

/** Rejects clients whose `X-Ghost-Version` is not 2 or 3. */
export function rejectUnsupportedClients(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    const version = request.headers['x-ghost-version'];
    if (version === undefined || (typeof version === 'string' && supportedVersions.test(version))) return done();
    const message = `Client request for ${String(version)} does not match server version ${GHOST_VERSION}.`;
    done(new VersionMismatchError(message));
  });
}
