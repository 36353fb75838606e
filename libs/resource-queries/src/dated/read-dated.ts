import type { PostStatus, PostType, PostVisibility } from '@almanac/entities';
import type { EmailStatus } from '@almanac/resource-fields';
import { compileFilter } from '../filter/compile-filter';
import { parseFilter } from '../filter/parse-filter';
import { BoundValues } from '../query/bound-values';
import type { RunQuery } from '../query/run-query';
import { enumTarget } from '../resources/columns';
import { adminPostsResource } from '../resources/posts';
import { type DateKind, datedSources, type DatedSource, dueSources } from './dated-sources';

/** A post or page at one of its dates. */
export interface DatedRow {
  id: string;
  type: PostType;
  event: DateKind;
  at: Date;
  title: string;
  status: PostStatus;
  slug: string;
  visibility: PostVisibility;
  /** The status of the newsletter, for the event `email`. Null for other events, and for a newsletter that is not created yet. */
  emailStatus: EmailStatus | null;
  authors: { id: string; name: string }[];
  tags: { id: string; name: string; slug: string }[];
  updatedAt: Date | null;
}

/** A span of time. */
export interface DatedSpan {
  /** The first instant. */
  from: Date;
  /** The end, excluded. */
  to: Date;
}

export interface DatedRequest {
  /** A filter in NQL with the keys of `adminPostsResource` except `page`, and the key `type`. */
  filter?: string;
  /** The maximum number of rows. */
  limit: number;
  /** The base of relative dates in the filter. */
  now: Date;
}

const filters = new Map([...adminPostsResource.filters, ['type', enumTarget('t.type', ['post', 'page'])] as const]);
// The key `page` (whether the row is a page) is always false in `adminPostsResource`. Dated rows are posts and pages, so the key `type`
// replaces it.
filters.delete('page');

const EMAIL_STATUS = `case when dated.event = 'email' then
    (select mail.status from publishing.emails mail where mail.post_id = t.id) end`;
const AUTHORS = `(select coalesce(json_agg(json_build_object('id', author.id, 'name', author.name)
    order by link.sort_order, link.id), '[]')
  from publishing.posts_authors link join publishing.users author on author.id = link.author_id where link.post_id = t.id)`;
const TAGS = `(select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name, 'slug', tag.slug)
    order by link.sort_order, link.id), '[]')
  from publishing.posts_tags link join publishing.tags tag on tag.id = link.tag_id where link.post_id = t.id)`;

/**
 * The posts and pages with a date in a span, the earliest first, read with one statement.
 * @returns at most `limit` rows
 * @throws BadRequestError for a filter that is not NQL, names an unknown key or contains an invalid date
 */
export function readDated(run: RunQuery, span: DatedSpan, request: DatedRequest): Promise<DatedRows> {
  return readRows(run, request, (bound) => {
    const [from, to] = [bound.bind(span.from), bound.bind(span.to)];
    return datedSources.map((source) => ({ ...source, range: `${source.at} >= ${from} and ${source.at} < ${to}` }));
  });
}

/**
 * The posts and pages that the worker has not published or unpublished, although they are due for more than `graceSeconds` by the clock
 * of PostgreSQL; the earliest first.
 * @throws BadRequestError as {@link readDated}
 */
export function readOverdue(run: RunQuery, graceSeconds: number, request: DatedRequest): Promise<DatedRows> {
  return readRows(run, request, (bound) => {
    const last = `now() - make_interval(secs => ${bound.bind(graceSeconds)})`;
    return dueSources.map((source) => ({ ...source, range: `${source.at} < ${last}` }));
  });
}

/** The earliest rows, up to the limit of the request. */
export interface DatedRows {
  rows: DatedRow[];
  /** False if there are more rows than the limit. */
  isComplete: boolean;
}

async function readRows(
  run: RunQuery,
  { filter, limit, now }: DatedRequest,
  sourcesOf: (bound: BoundValues) => (DatedSource & { range: string })[],
): Promise<DatedRows> {
  const bound = new BoundValues();
  const sources = sourcesOf(bound);
  const parsed = filter?.trim() ? parseFilter(filter) : null;
  const filterCondition = parsed ? ` and ${compileFilter(parsed, filters, bound, now)}` : '';
  // One more than the limit shows whether there are more rows.
  const size = bound.bind(limit + 1);
  const branches = sources.map(
    ({ event, join = '', at, condition, range }) =>
      `(select t.id, '${event}' as event, ${at} as at from publishing.posts t ${join}
        where ${condition} and ${range}${filterCondition} order by ${at} limit ${size})`,
  );
  const rows = await run<DatedRow>(
    `with dated as materialized (${branches.join(' union all ')} order by at, id, event limit ${size})
     select t.id, t.type, dated.event, dated.at, t.title, t.status, t.slug, t.visibility, ${AUTHORS} as authors, ${TAGS} as tags,
       ${EMAIL_STATUS} as "emailStatus", t.updated_at as "updatedAt"
     from dated join publishing.posts t on t.id = dated.id order by dated.at, t.id, dated.event`,
    bound.values,
  );
  return { rows: rows.slice(0, limit), isComplete: rows.length <= limit };
}
