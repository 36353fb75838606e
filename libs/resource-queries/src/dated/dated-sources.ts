/** The kinds of dates of posts and pages. `unpublishing`: the planned end of the publication; `email`: the newsletter with the post. */
export const dateKinds = ['published', 'scheduled', 'unpublishing', 'email'] as const;
export type DateKind = (typeof dateKinds)[number];

/** The posts and pages with one kind of date; `t` is the table of posts. */
export interface DatedSource {
  event: DateKind;
  /** The `join` clause of the table with the dates; absent if it is the table of posts. */
  join?: string;
  /** The column with the date. */
  at: string;
  /**
   * The condition for the rows. If there is a partial index for the date, the condition contains that of the index, so that PostgreSQL can
   * use the index.
   */
  condition: string;
}

/** The condition for a post that will be sent as a newsletter; a post is sent at most once. */
const WILL_BE_MAILED = `t.type = 'post' and t.send_email_when_published
  and not exists (select from publishing.emails e where e.post_id = t.id)`;

/** One source for each type, because the index of published posts begins with the type. */
const published: DatedSource[] = [
  { event: 'published', at: 't.published_at', condition: `t.status = 'published' and t.type = 'post'` },
  { event: 'published', at: 't.published_at', condition: `t.status = 'published' and t.type = 'page'` },
];

/** The sources of the next date at which the worker publishes or unpublishes a post or page. */
export const dueSources: readonly DatedSource[] = [
  { event: 'scheduled', at: 't.published_at', condition: `t.status = 'scheduled'` },
  { event: 'unpublishing', at: 't.unpublish_at', condition: `t.status = 'published' and t.unpublish_at is not null` },
];

/** The sources of all dates. A scheduled post with an `unpublish_at` and a newsletter is in three of them. */
export const datedSources: readonly DatedSource[] = [
  ...published,
  ...dueSources,
  { event: 'unpublishing', at: 't.unpublish_at', condition: `t.status = 'scheduled' and t.unpublish_at is not null` },
  { event: 'email', join: 'join publishing.emails e on e.post_id = t.id', at: 'e.created_at', condition: 'true' },
  { event: 'email', at: 't.published_at', condition: `t.status = 'scheduled' and ${WILL_BE_MAILED}` },
];
