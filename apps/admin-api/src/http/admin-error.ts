import { contracts, type Operation } from '@almanac/api-versions';
import type { ErrorRenderer } from '@almanac/platform';
import { versionInPath } from '@almanac/versioned-http';
import type { FastifyRequest } from 'fastify';
import { accessOf, resourceOf } from '../permissions/route-access';

const actions: ReadonlySet<string> = new Set<Operation['action']>([
  'browse',
  'read',
  'add',
  'edit',
  'destroy',
  'upload',
]);
const isAction = (word: string): word is Operation['action'] => actions.has(word);

const MEMBERS_PATH = /^\/+members(\/|\?|$)/i;

/** The operation that the error message of this request names, e.g. `edit post`; undefined if it names none. */
function operationOf(request: FastifyRequest): Operation | undefined {
  if (!request.errorsNameOperation) return undefined;
  const [, action = ''] = accessOf(request)?.permission?.split('.') ?? [];
  // The noun comes from the path, not from the permission, e.g. `posts.edit`: pages use the permissions of posts.
  const noun = resourceOf(request).replace(/s$/, '');
  return isAction(action) ? { noun, action } : undefined;
}

/**
 * The body of every error, in one of three formats. For a path with an API version: the Admin API's format of this version. For paths
 * below `/members`: the Admin API's format of canary. For other paths: the shorter format of the Content API.
 */
export const renderAdminError: ErrorRenderer = (error, { request, errorId }) => {
  const version = versionInPath('admin', request.url);
  if (version !== undefined) {
    return contracts[version].admin.error(error, { id: errorId, operation: operationOf(request) });
  }
  if (MEMBERS_PATH.test(request.url)) return contracts.canary.admin.error(error, { id: errorId });
  return contracts.canary.content.error(error, { id: errorId });
};
