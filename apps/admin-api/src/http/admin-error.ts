import { contracts, isApiVersion, type Operation } from '@almanac/api-versions';
import type { ErrorRenderer } from '@almanac/platform';
import type { FastifyRequest } from 'fastify';
import { accessOf, resourceOf } from '../permissions/route-access';

const verbs: ReadonlySet<string> = new Set<Operation['verb']>(['browse', 'read', 'add', 'edit', 'destroy', 'upload']);
const isVerb = (word: string): word is Operation['verb'] => verbs.has(word);

const inAdminApi = /^\/+ghost\/+api\/+(\w+)\/+admin(\/|\?|$)/i;
const inMembersApi = /^\/+members(\/|\?|$)/i;

/** What the caller was let through to do (`edit post`), where there is a sentence for it. */
function operationOf(request: FastifyRequest): Operation | undefined {
  if (!request.hasReachedResource) return undefined;
  const [, verb = ''] = accessOf(request)?.permission?.split('.') ?? [];
  // Of the path, not of the permission: pages have those of posts.
  const noun = resourceOf(request).replace(/s$/, '');
  return isVerb(verb) ? { noun, verb } : undefined;
}

/** The body of every error, in the words of the version that was asked; where no API lives, in the Content API's short ones. */
export const renderAdminError: ErrorRenderer = (error, { request, errorId }) => {
  const version = inAdminApi.exec(request.url)?.[1]?.toLowerCase();
  if (isApiVersion(version)) {
    return contracts[version].admin.error(error, { id: errorId, operation: operationOf(request) });
  }
  if (inMembersApi.test(request.url)) return contracts.canary.admin.error(error, { id: errorId });
  return contracts.canary.content.error(error);
};
