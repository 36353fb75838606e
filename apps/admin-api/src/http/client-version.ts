import { acceptsClient, serverRelease } from '@almanac/api-versions';
import { VersionMismatchError } from '@almanac/errors';
import { versionInPath } from '@almanac/versioned-http';
import type { FastifyInstance } from 'fastify';

/** Rejects requests whose `X-Ghost-Version` is not a release of Ghost that the requested version of the Admin API accepts. */
export function rejectUnsupportedClients(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    const client = request.headers['x-ghost-version'];
    const version = versionInPath('admin', request.url);
    if (client === undefined || version === undefined || acceptsClient(version, String(client))) return done();
    const message = `Client request for ${String(client)} does not match server version ${serverRelease(version)}.`;
    done(new VersionMismatchError(message));
  });
}
