import { htmlToPlaintext, mobiledocToHtml } from '@almanac/rendering';
import { type DataSource } from 'typeorm';

/** The number of posts. */
const POSTS = 10_000;
const TAGS = 100;
const AUTHORS = 50;
/** The number of different pages or posts that are requested in measurements without a cache, from the service and from the reference. */
export const DIFFERENT_PAGES = 97;

/** SQL: an id of 24 hexadecimal digits: `kind` (two digits) and the number in `column`. */
const id = (kind: string, column: string): string => `'${kind}' || lpad(to_hex(${column}), 22, '0')`;

const PARAGRAPH =
  'The tide table is the most useful page you own, and the one you read last. <a href="/about/">About</a> the sea there is always something to add.';
const MOBILEDOC = JSON.stringify({
  version: '0.3.1',
  atoms: [],
  cards: [['html', { html: `<p>${PARAGRAPH}</p>`.repeat(18) }]],
  markups: [],
  sections: [
    [10, 0],
    [1, 'p', [[0, [], 0, 'The end.']]],
  ],
});

/**
 * Adds 10,000 published posts with about 3 kB of html, one to three tags,
 * and one or two authors each. The content is the same in each run.
 */
export async function seedContent(source: DataSource): Promise<void> {
  const html = mobiledocToHtml(MOBILEDOC);
  const plaintext = htmlToPlaintext(html);
  await source.query(`insert into publishing.users (id, name, slug, password, email, created_at, created_by, updated_at)
    select ${id('aa', 'n')}, 'Author ' || n, 'author-' || n, '-', 'author' || n || '@example.com', now(), '1', now() from generate_series(1, ${AUTHORS}) n`);
  await source.query(`insert into publishing.tags (id, name, slug, created_at, updated_at)
    select ${id('bb', 'n')}, 'Tag ' || n, 'tag-' || n, now(), now() from generate_series(1, ${TAGS}) n`);
  await source.query(
    `insert into publishing.posts (id, uuid, title, slug, mobiledoc, html, plaintext, comment_id, status, created_at, created_by, updated_at, published_at, feature_image)
     select ${id('cc', 'n')}, gen_random_uuid(), 'Post number ' || n, 'post-' || n, $1, $2, $3, ${id('cc', 'n')}, 'published',
       timestamptz '2020-01-01' + n * interval '1 hour', '1', timestamptz '2020-01-01' + n * interval '1 hour', timestamptz '2020-01-01' + n * interval '1 hour',
       '/content/images/2020/01/' || n || '.png'
     from generate_series(1, ${POSTS}) n`,
    [MOBILEDOC, html, plaintext],
  );
  await source.query(`insert into publishing.posts_tags (id, post_id, tag_id, sort_order)
    select ${id('dd', 'n * 3 + k')}, ${id('cc', 'n')}, ${id('bb', `1 + (n * 7 + k * 13) % ${TAGS}`)}, k from generate_series(1, ${POSTS}) n, generate_series(0, 2) k where k <= n % 3`);
  await source.query(`insert into publishing.posts_authors (id, post_id, author_id, sort_order)
    select ${id('ee', 'n * 2 + k')}, ${id('cc', 'n')}, ${id('aa', `1 + (n + k * 11) % ${AUTHORS}`)}, k from generate_series(1, ${POSTS}) n, generate_series(0, 1) k where k <= n % 2`);
}
