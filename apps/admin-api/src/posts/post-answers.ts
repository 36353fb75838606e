import { type ApiContract, type JsonObject, type PostView, type Selection } from '@almanac/api-versions';
import type { ContentSource, Invalidation, PostRecord } from '@almanac/publishing';
import { parseSelection, type QueryParameters } from '@almanac/resource-queries';
import { AdminApiConfiguration, notAllowed } from '@almanac/validation';
import type { FastifyReply } from 'fastify';
import { invalidateCache } from '../http/cache-invalidation';
import { siteViewOf } from '../site/site-view';
import type { PostKind } from './post-kind';

/** What was mailed of a post is not told: versions that know the field say that there is nothing to tell. */
export function postView<Post extends PostView>(post: Post): Post & { email: null } {
  return { ...post, email: null };
}

/** One post or page under its root key. */
export function onePost(
  kind: PostKind,
  contract: ApiContract,
  configuration: AdminApiConfiguration,
  post: PostView,
  selection: Selection = {},
): JsonObject {
  const view = { contract, site: siteViewOf(configuration) };
  return { [kind.key]: [kind.serializer(contract)(postView(post), view, selection)] };
}

/** What a write answers of a post: `include` narrows it, `fields` and `formats` do not. */
export function selectionOfWrite({ resource }: PostKind, query: QueryParameters): Selection {
  const { include } = parseSelection({ include: query.include }, resource);
  return query.include ? { include } : {};
}

/**
 * What the text of a write is made from.
 * @throws ValidationError for a source nobody knows
 */
export function sourceOf({ knowsSources }: PostKind, { source }: QueryParameters): ContentSource {
  if (!knowsSources || source === undefined || source === '') return 'mobiledoc';
  if (source !== 'html') throw notAllowed('source', source, ['html']);
  return source;
}

/** Tells caches what a change made stale, and readers which revision they hold. */
export function describeChange(reply: FastifyReply, post: PostRecord, invalidates: Invalidation): void {
  reply.request.revision = post.revision;
  if (invalidates === 'site') invalidateCache(reply);
  if (invalidates === 'preview') invalidateCache(reply, `/p/${post.uuid}/`);
}
