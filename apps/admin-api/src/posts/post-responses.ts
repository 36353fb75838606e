import type { ApiContract, PostView, Selection } from '@almanac/api-versions';
import type { HtmlTarget, Invalidation, PostRecord } from '@almanac/publishing';
import { parseSelection, type PostRow, type QueryParameters } from '@almanac/resource-queries';
import { notAllowed } from '@almanac/validation';
import type { FastifyReply } from 'fastify';
import { invalidateCache } from '../http/cache-invalidation';
import { withPreparedEntity } from '../resources/prepare-entity';
import type { VersionedResource } from '../resources/resource-responses';
import type { PostKind } from './post-kind';

/** Posts or pages in one version. `email` is null: the API does not say what was mailed of a post. */
export function versionedPosts(
  { resource, serializer }: PostKind,
  contract: ApiContract,
): VersionedResource<PostRow, PostView> {
  return { contract, resource, serialize: withPreparedEntity(serializer(contract), withoutEmail) };
}

function withoutEmail(post: PostView): PostView {
  return { ...post, email: null };
}

/** The selection of the response to a write: `include` narrows it, `fields` and `formats` have no effect. */
export function selectionOfWrite({ resource }: PostKind, query: QueryParameters): Selection {
  const { include } = parseSelection({ include: query.include }, resource);
  return query.include ? { include } : {};
}

/**
 * The format that `html` of the body becomes with `?source=html`; undefined without the parameter.
 * @throws ValidationError for another source
 */
export function htmlTargetOf(
  { isMadeFromHtml }: PostKind,
  contract: ApiContract,
  { source }: QueryParameters,
): HtmlTarget | undefined {
  if (!isMadeFromHtml(contract) || source === undefined || source === '') return undefined;
  if (source !== 'html') throw notAllowed('source', source, ['html']);
  return contract.behaviour.htmlTarget;
}

/** Sets the headers of a response to a write: the ETag's revision and the paths that caches have to drop. */
export function setWriteHeaders(reply: FastifyReply, post: PostRecord, invalidates: Invalidation): void {
  reply.request.revision = post.revision;
  if (invalidates === 'site') invalidateCache(reply);
  if (invalidates === 'preview') invalidateCache(reply, `/p/${post.uuid}/`);
}
