import fc from 'fast-check';
import { foldCounts, type StatementRunner } from '../src/counts/fold-counts';

/** A statement on rows that a seed selects, so that it affects rows whatever the tables contain. */
export interface Write {
  name: string;
  run: (runner: StatementRunner) => Promise<unknown>;
}

/** Selects a share of the rows, the same for equal seeds: `pick('p.id', seed, 3)` is about a third. */
const pick = (column: string, seed: number, oneOf: number): string =>
  `abs(hashtext(${column} || '${seed}')) % ${oneOf} = 0`;

const anyOf = (values: readonly string[], seed: number, column: string): string =>
  `(array[${values.map((value) => `'${value}'`).join(', ')}])[1 + abs(hashtext(${column} || '${seed}x')) % ${values.length}]`;

const subscriptionStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete'];

const NEW_ID = `substr(md5(random()::text), 1, 24)`;
const moment = (seed: number, column: string): string =>
  `timestamptz '2020-01-01' + (abs(hashtext(${column} || '${seed}t')) % 50) * interval '1 hour'`;

/** Adds posts with tags and authors in one statement, as an import does. */
const addPosts = (seed: number): string => `
  with added as (
    insert into publishing.posts (id, uuid, title, slug, type, status, visibility, featured, created_at, created_by, updated_at, published_at)
    select a.id, gen_random_uuid(), 'Title ' || n || ' of ${seed}', a.id, case when n % 4 = 0 then 'page' else 'post' end,
      case when n % 3 = 0 then 'draft' when n % 5 = 0 then 'scheduled' else 'published' end,
      case when n % 2 = 0 then 'public' else 'members' end, n % 3 = 1, now(), '1', date_trunc('second', now()), ${moment(seed, 'a.id')}
    from generate_series(1, ${1 + (seed % 4)}) n cross join lateral (select ${NEW_ID} || n as long) l
      cross join lateral (select substr(md5(l.long), 1, 24) as id) a
    returning id),
  tagged as (
    insert into publishing.posts_tags (id, post_id, tag_id, sort_order)
    select ${NEW_ID}, added.id, tag.id, row_number() over (partition by added.id order by tag.id) - 1
    from added, publishing.tags tag where ${pick('added.id || tag.id', seed, 2)})
  insert into publishing.posts_authors (id, post_id, author_id, sort_order)
  select ${NEW_ID}, added.id, author.id, row_number() over (partition by added.id order by author.id desc) - 1
  from added, publishing.users author where ${pick('added.id || author.id', seed, 2)}`;

const statements: Record<string, (seed: number) => string> = {
  'add posts': addPosts,
  'change statuses': (
    seed,
  ) => `update publishing.posts p set published_at = coalesce(published_at, ${moment(seed, 'p.id')}),
    status = ${anyOf(['draft', 'published', 'scheduled'], seed, 'p.id')} where ${pick('p.id', seed, 4)}`,
  'send posts by e-mail only': (seed) =>
    `update publishing.posts p set email_only = not email_only where ${pick('p.id', seed, 5)}`,
  'change visibilities': (seed) => `update publishing.posts p
    set visibility = ${anyOf(['public', 'members', 'paid'], seed, 'p.id')}, featured = not featured where ${pick('p.id', seed, 5)}`,
  'change dates': (seed) =>
    `update publishing.posts p set published_at = ${moment(seed, 'p.id')} where ${pick('p.id', seed, 4)}`,
  'clear dates': (seed) =>
    `update publishing.posts p set published_at = null where status <> 'scheduled' and ${pick('p.id', seed, 9)}`,
  'change titles': (seed) => `update publishing.posts p set title = 'Title ' || ${seed} where ${pick('p.id', seed, 6)}`,
  'turn posts into pages': (seed) =>
    `update publishing.posts p set type = case type when 'post' then 'page' else 'post' end where ${pick('p.id', seed, 12)}`,
  'delete posts': (seed) => `delete from publishing.posts p where ${pick('p.id', seed, 9)}`,
  'remove tags': (seed) => `delete from publishing.posts_tags l where ${pick('l.id', seed, 5)}`,
  'add tags': (seed) => `insert into publishing.posts_tags (id, post_id, tag_id, sort_order)
    select ${NEW_ID}, p.id, tag.id, ${seed % 3} from publishing.posts p, publishing.tags tag where ${pick('p.id || tag.id', seed, 7)}
    on conflict do nothing`,
  'reorder tags': (seed) =>
    `update publishing.posts_tags l set sort_order = (sort_order + 1) % 3 where ${pick('l.id', seed, 4)}`,
  'reassign posts to another author': (seed) => `update publishing.posts_authors l set author_id = '1'
    where author_id <> '1' and ${pick('l.id', seed, 4)}
      and not exists (select 1 from publishing.posts_authors o where o.post_id = l.post_id and o.author_id = '1')`,
  'delete a tag': (seed) => `delete from publishing.tags t where slug = 'tag-${seed % 7}'`,
  'hide a tag': (seed) => `update publishing.tags t set visibility = ${anyOf(['public', 'internal'], seed, 't.id')}`,
  'add a tag': (
    seed,
  ) => `insert into publishing.tags (id, name, slug, created_at) values (${NEW_ID}, 'Tag', 'tag-${seed % 7}', now())
    on conflict do nothing`,
  'add members': (seed) => `insert into publishing.members (id, email, created_at)
    select ${NEW_ID}, ${NEW_ID} || n, now() from generate_series(1, ${1 + (seed % 5)}) n`,
  'add subscriptions': (
    seed,
  ) => `insert into publishing.member_subscriptions (id, member_id, provider, status, plan_nickname, started_at, created_at)
    select ${NEW_ID}, m.id, 'stripe', ${anyOf(subscriptionStatuses, seed, 'm.id')}, 'Plan', now(), now()
    from publishing.members m, generate_series(1, ${1 + (seed % 2)}) where ${pick('m.id', seed, 2)}`,
  'change subscriptions': (seed) =>
    `update publishing.member_subscriptions s set status = ${anyOf(subscriptionStatuses, seed, 's.id')} where ${pick('s.id', seed, 2)}`,
  'move subscriptions': (seed) => `update publishing.member_subscriptions s
    set member_id = (select id from publishing.members m order by hashtext(m.id || '${seed}') limit 1) where ${pick('s.id', seed, 6)}`,
  'end subscriptions': (seed) => `delete from publishing.member_subscriptions s where ${pick('s.id', seed, 3)}`,
  'delete members': (seed) => `delete from publishing.members m where ${pick('m.id', seed, 3)}`,
};

/** Any write that changes lists, and the folding of counts, which changes none. */
export const anyWrite: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.constantFrom(...Object.entries(statements)), fc.nat(1_000_000))
      .map(([[name, text], seed]) => ({
        name: `${name} (${seed})`,
        run: (runner: StatementRunner) => runner.query(text(seed)),
      })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2, 5_000).map((limit) => ({
      name: `fold ${limit}`,
      run: (runner: StatementRunner) => foldCounts(runner, limit),
    })),
  },
);
