import type { ApiContract, JsonObject, PostView, Selection } from '@almanac/api-versions';
import type { HtmlTarget, Invalidation, PostRecord } from '@almanac/publishing';
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

/** Posts or pages in one version. */
export function versionedPosts(
  { resource, serializer }: PostKind,
  contract: ApiContract,
): VersionedResource<PostRow, PostView> {
  return { contract, resource, serialize: withPreparedEntity(serializer(contract), withEmail) };
}

/** Sets `email` to null for a page, and for a post that was not mailed. */
function withEmail(post: PostView): PostView {
  return { ...post, email: post.email ?? null };
}

/**
 * The query of a read with the defaults of the version: its formats if the query names none, and its relations if the query names
 * neither `include` nor `fields`.
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
 * The selection of the response to a write. `include` selects relations; `formats` selects formats only in versions that honour it;
 * `fields` has no effect. Call this function before the write, so that a request with an invalid query changes nothing.
 * @throws ValidationError for an unknown format
 */
export function selectionOfWrite({ resource }: PostKind, contract: ApiContract, query: QueryParameters): Selection {
  const { writesHonourFormats, staffFormats } = contract.behaviour;
  const { include, formats } = parseSelection(
    { include: query.include, formats: (writesHonourFormats && query.formats) || staffFormats },
    inVersion(resource, contract.version),
  );
  return { formats, ...(query.include ? { include } : {}) };
}

/**
 * The mail settings in the query of a request that writes a post; none for a page.
 */
export function mailingOf({ isMailed }: PostKind, { behaviour }: ApiContract, query: QueryParameters): PostInput {
  return isMailed ? behaviour.mailingFrom(query) : {};
}

/**
 * The format that `?source=html` converts the html of the body to; undefined without the parameter, and for a page in a version
 * that ignores the parameter for pages.
 * @throws ValidationError for another source
 */
export function htmlTargetOf(
  { acceptsHtmlSource }: PostKind,
  contract: ApiContract,
  { source }: QueryParameters,
): HtmlTarget | undefined {
  if (!acceptsHtmlSource(contract) || source === undefined || source === '') return undefined;
  if (source !== 'html') throw notAllowed('source', source, ['html']);
  return contract.behaviour.htmlTarget;
}

/** Renders a written post. The write returns neither tiers nor the mail, so both are read here if the response shows them. */
export async function renderWritten(
  responses: ResourceResponses,
  { kind, contract, selection }: { kind: PostKind; contract: ApiContract; selection: Selection },
  post: PostRecord,
): Promise<JsonObject> {
  const relations = selection.include ?? contract.behaviour.staffRelations;
  const tiers = relations.includes('tiers') ? { tiers: await responses.rows(adminTiersResource) } : {};
  const versioned = versionedPosts(kind, contract);
  const email = mayHaveEmail(post)
    ? (await responses.load(versioned, ['id', post.id], { fields: 'id' })).row.email
    : null;
  return responses.render(versioned, { ...post, ...tiers, email }, selection);
}

/** Whether the post can have a mail. A draft can have one, too: if it was mailed when it was published before. */
function mayHaveEmail({ type, sendEmailWhenPublished }: PostRecord): boolean {
  return type === 'post' && sendEmailWhenPublished;
}

/** Sets the headers of a response to a write: the revision for the ETag, and the paths that are stale in caches. */
export function setWriteHeaders(reply: FastifyReply, post: PostRecord, invalidates: Invalidation): void {
  reply.request.revision = post.revision;
  if (invalidates === 'site') invalidateCache(reply);
  if (invalidates === 'preview') invalidateCache(reply, `/p/${post.uuid}/`);
}
