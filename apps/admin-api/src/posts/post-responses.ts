import type { ApiContract, JsonObject, PostView, ResponseSelection } from '@almanac/api-versions';
import type { FormatForHtml, Invalidation, PostRecord } from '@almanac/publishing';
import {
  adminTiersResource,
  inVersion,
  parseSelection,
  type PostRow,
  type QueryParameters,
} from '@almanac/resource-queries';
import { notAllowed, type PostInput } from '@almanac/validation';
import type { FastifyReply } from 'fastify';
import { invalidateCache } from '../http/cache-invalidation';
import { withPreparedEntity } from '../resources/prepare-entity';
import type { ResourceResponses, VersionedResource } from '../resources/resource-responses';
import type { PostKind } from './post-kind';

/** The posts or pages in one version of the API. */
export function versionedPosts(
  { resource, serializer }: PostKind,
  contract: ApiContract,
): VersionedResource<PostRow, PostView> {
  return { contract, resource, serialize: withPreparedEntity(serializer(contract), withEmail) };
}

/** Adds `email: null` to a page, and to a post without a newsletter. */
function withEmail(post: PostView): PostView {
  return { ...post, email: post.email ?? null };
}

/**
 * Adds the defaults of the version to the query of a read: `formats` if the query has none, and `include` if the query has neither
 * `include` nor `fields`.
 */
export function withDefaults(
  { resource }: Pick<PostKind, 'resource'>,
  { behaviour }: ApiContract,
  query: QueryParameters,
): QueryParameters {
  const defaultInclude = [...(resource.defaultInclude ?? []), ...behaviour.staffRelations].join(',');
  const needsDefaultInclude = !query.include && !query.fields;
  return {
    ...query,
    formats: query.formats || behaviour.staffFormats,
    include: needsDefaultInclude ? defaultInclude : query.include,
  };
}

/**
 * The fields, relations and formats in the response to a write. `include` selects relations. `formats` selects formats only in versions
 * whose writes honour it. `fields` has no effect. Call this function before the write, so that a request with an invalid query changes
 * nothing.
 * @throws ValidationError for an unknown format
 */
export function selectionOfWrite(
  { resource }: PostKind,
  contract: ApiContract,
  query: QueryParameters,
): ResponseSelection {
  const { writesHonourFormats, staffFormats } = contract.behaviour;
  const { include, formats } = parseSelection(
    { include: query.include, formats: (writesHonourFormats && query.formats) || staffFormats },
    inVersion(resource, contract.version),
  );
  return { formats, ...(query.include ? { include } : {}) };
}

/** The mail settings of a post that the query string sets, e.g. the recipients; an empty object for a page. */
export function mailSettingsOf({ isMailed }: PostKind, { behaviour }: ApiContract, query: QueryParameters): PostInput {
  return isMailed ? behaviour.mailSettingsInQuery(query) : {};
}

/**
 * The format into which the html of a body is converted if the query contains `source=html`; undefined without `source`, and for a page
 * in a version that ignores `source` for pages.
 * @throws ValidationError for a `source` other than `html`
 */
export function formatForHtmlOf(
  { acceptsHtmlSource }: PostKind,
  contract: ApiContract,
  { source }: QueryParameters,
): FormatForHtml | undefined {
  if (!acceptsHtmlSource(contract) || source === undefined || source === '') return undefined;
  if (source !== 'html') throw notAllowed('source', source, ['html']);
  return contract.behaviour.formatForHtml;
}

/**
 * The response to a write: the post in the version of the contract. Reads two parts that the record of the write does not contain: the
 * tiers, if the response shows them, and the newsletter, if the post can have one.
 */
export async function renderWritten(
  responses: ResourceResponses,
  { kind, contract, selection }: { kind: PostKind; contract: ApiContract; selection: ResponseSelection },
  post: PostRecord,
): Promise<JsonObject> {
  const relations = selection.include ?? contract.behaviour.staffRelations;
  const tiers = relations.includes('tiers') ? { tiers: await responses.rows(adminTiersResource) } : {};
  const versioned = versionedPosts(kind, contract);
  // Every post is loaded with `email`, also if `fields` does not name it.
  const email = mayHaveEmail(post)
    ? (await responses.load(versioned, ['id', post.id], { fields: 'id' })).row.email
    : null;
  return responses.render(versioned, { ...post, ...tiers, email }, selection);
}

/**
 * Whether the post can have a newsletter. A draft can have one, too: if it was published and mailed before. Both `publishedAt` and
 * `sendEmailWhenPublished` are checked, because a later edit can remove the date of a draft, or switch the flag off.
 */
function mayHaveEmail({ type, publishedAt, sendEmailWhenPublished }: PostRecord): boolean {
  return type === 'post' && (publishedAt !== null || sendEmailWhenPublished);
}

/** Sets the revision for the ETag of a response to a write, and the header `X-Cache-Invalidate` if cached pages are stale. */
export function setWriteHeaders(reply: FastifyReply, post: PostRecord, invalidates: Invalidation): void {
  reply.request.revision = post.revision;
  if (invalidates === 'site') invalidateCache(reply);
  if (invalidates === 'preview') invalidateCache(reply, `/p/${post.uuid}/`);
}
