import { foldCounts } from '@almanac/publishing';
import type { DataSource } from 'typeorm';

export const TAGS = 1_000;
const AUTHORS = 3;
/** The number of titles, and of addresses of members, that contain {@link RARE_WORD}. It is equal on sites of all sizes. */
const RARE_MATCHES = 20;
export const RARE_WORD = 'lighthouse';

/** SQL: an id of 24 hexadecimal digits: `kind` (two digits) and the number in `column`. */
const id = (kind: string, column: string): string => `'${kind}' || lpad(to_hex(${column}), 22, '0')`;

/** Rows that one statement inserts. */
const BATCH = 50_000;

async function inBatches(count: number, insert: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= count; from += BATCH) await insert(from, Math.min(from + BATCH - 1, count));
}

/**
 * Adds short posts and pages: 98 % are published posts, 1 % drafts, 0.1 % scheduled, and 0.9 % published
 * pages. 2 % are featured, and 10 % are for members. Each has one to three of 1,000 tags and one of three
 * authors. The third author wrote the 20 oldest: ten published posts, nine pages and a draft.
 */
async function seedPosts(source: DataSource, count: number): Promise<void> {
  const interval = Math.floor(count / RARE_MATCHES);
  await inBatches(count, async (from, to) => {
    const numbers = `generate_series(${from}, ${to}) n`;
    await source.query(
      `insert into publishing.posts (id, uuid, title, slug, mobiledoc, html, plaintext, comment_id, type, status, visibility, featured, created_at, created_by, updated_at, published_at)
       select ${id('cc', 'n')}, gen_random_uuid(),
         case when n % ${interval} = 7 then 'The ${RARE_WORD} ' else 'Post number ' end || n, 'post-' || n, '{"version":"0.3.1"}',
         '<p>' || repeat('The tide table is a useful page. ', 10) || '</p>', repeat('The tide table is a useful page. ', 10), ${id('cc', 'n')},
         case when n % 1000 between 10 and 18 then 'page' else 'post' end,
         case when n % 1000 between 20 and 29 then 'draft' when n % 1000 = 30 then 'scheduled' else 'published' end,
         case when n % 10 = 1 then 'members' else 'public' end, n % 50 = 3,
         timestamptz '2020-01-01' + n * interval '1 minute', '1', timestamptz '2020-01-01' + n * interval '1 minute',
         case when n % 1000 between 20 and 29 then null when n % 1000 = 30 then timestamptz '2030-01-01' + n * interval '1 minute'
           else timestamptz '2020-01-01' + n * interval '1 minute' end
       from ${numbers}`,
    );
    await source.query(`insert into publishing.posts_tags (id, post_id, tag_id, sort_order)
      select ${id('dd', 'n * 3 + k')}, ${id('cc', 'n')}, ${id('bb', `1 + (n * 7 + k * 13) % ${TAGS}`)}, k
      from ${numbers}, generate_series(0, 2) k where k <= n % 3`);
    await source.query(`insert into publishing.posts_authors (id, post_id, author_id, sort_order)
      select ${id('ee', 'n')}, ${id('cc', 'n')},
        ${id('aa', `case when n <= 20 then ${AUTHORS} else 1 + n % ${AUTHORS - 1} end`)}, 0 from ${numbers}`);
  });
}

async function seedMembers(source: DataSource, count: number): Promise<void> {
  const interval = Math.floor(count / RARE_MATCHES);
  await inBatches(count, async (from, to) => {
    const numbers = `generate_series(${from}, ${to}) n`;
    await source.query(
      `insert into publishing.members (id, email, name, note, created_at, updated_at)
       select ${id('ff', 'n')}, case when n % ${interval} = 7 then '${RARE_WORD}' else 'reader' end || n || '@example.com', 'Reader ' || n,
         case when n % 100 = 0 then 'Met at the fair' end, timestamptz '2020-01-01' + n * interval '1 minute', now() from ${numbers}`,
    );
    await source.query(
      `insert into publishing.member_subscriptions (id, member_id, provider, status, plan_nickname, started_at, created_at)
       select ${id('fe', 'n')}, ${id('ff', 'n')}, 'complimentary', 'active', 'Complimentary', now(), now() from ${numbers} where n % 10 = 0`,
    );
  });
}

/** Fills a site with `count` posts and pages, as many members, 1,000 tags and three authors. */
export async function seedGrowth(source: DataSource, count: number): Promise<void> {
  await source.query(`insert into publishing.users (id, name, slug, password, email, created_at, created_by, updated_at)
    select ${id('aa', 'n')}, 'Author ' || n, 'author-' || n, '-', 'author' || n || '@example.com', now(), '1', now() from generate_series(1, ${AUTHORS}) n`);
  await source.query(`insert into publishing.tags (id, name, slug, created_at, updated_at)
    select ${id('bb', 'n')}, 'Tag ' || n, 'tag-' || n, now(), now() from generate_series(1, ${TAGS}) n`);
  await seedPosts(source, count);
  await seedMembers(source, count);
  // In production the worker folds the rows of `kept_counts`, but no worker runs during this benchmark.
  while (await foldCounts(source)) continue;
}
