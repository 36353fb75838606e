// The reference for responses without a cache: one prepared statement for the rows and columns that the service reads.
// GET /page and GET /slug run a statement for 3 s and respond with its executions per second.
import { createServer } from 'node:http';
import { Pool, type QueryConfig } from 'pg';
import { DIFFERENT_PAGES } from '../content-data';

const CLIENTS = 32;
const POST_COLUMNS = `p.id, p.uuid, p.title, p.slug, p.html, left(p.plaintext, 500) as excerpt, p.comment_id, p.feature_image, p.featured,
  p.visibility, p.created_at, p.updated_at, p.published_at, p.custom_excerpt, p.codeinjection_head, p.codeinjection_foot,
  p.custom_template, p.canonical_url, m.og_image, m.og_title, m.og_description, m.twitter_image, m.twitter_title,
  m.twitter_description, m.meta_title, m.meta_description`;

const TAGS = `(select json_agg(row_to_json(tag)) from (
    select t.id, t.name, t.slug, t.description, t.feature_image, t.visibility, t.meta_title, t.meta_description
    from publishing.posts_tags link join publishing.tags t on t.id = link.tag_id where link.post_id = p.id order by link.sort_order
  ) tag) as tags`;
const AUTHORS = `(select json_agg(row_to_json(author)) from (
    select u.id, u.name, u.slug, u.profile_image, u.cover_image, u.bio, u.website, u.location, u.facebook, u.twitter, u.meta_title,
      u.meta_description
    from publishing.posts_authors link join publishing.users u on u.id = link.author_id where link.post_id = p.id order by link.sort_order
  ) author) as authors`;
const FROM = 'publishing.posts p left join publishing.posts_meta m on m.post_id = p.id';
const PUBLISHED = `type = 'post' and status = 'published'`;
const NEWEST_FIRST = 'published_at desc nulls last, updated_at desc nulls last, id desc';

const PAGE = `select ${POST_COLUMNS}, ${TAGS}, ${AUTHORS}, (select count(*)::int from publishing.posts where ${PUBLISHED}) as total
  from (select id from publishing.posts where ${PUBLISHED} order by ${NEWEST_FIRST} limit 15 offset $1) page
  join ${FROM} on p.id = page.id
  order by p.published_at desc nulls last, p.updated_at desc nulls last, p.id desc`;
const POST = `select ${POST_COLUMNS}, ${TAGS}, ${AUTHORS} from ${FROM} where p.type = 'post' and p.status = 'published' and p.slug = $1`;

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const pageOf = (round: number): QueryConfig => ({ name: 'page', text: PAGE, values: [(round % DIFFERENT_PAGES) * 15] });
const postOf = (round: number): QueryConfig => ({
  name: 'post',
  text: POST,
  values: [`post-${1 + (round % DIFFERENT_PAGES)}`],
});

/** The statements per second, with as many concurrent clients as the load generator has for the service. */
async function rateOf(statementOf: (round: number) => QueryConfig, seconds: number): Promise<number> {
  const startedAt = performance.now();
  let rounds = 0;
  const client = async (): Promise<void> => {
    for (; performance.now() - startedAt < seconds * 1000; rounds++) {
      const { rowCount } = await pool.query(statementOf(rounds));
      if (!rowCount) throw new Error('Invalid run: a statement returned no rows.');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (rounds / (performance.now() - startedAt)) * 1000;
}

createServer((request, response) => {
  if (request.url === '/health/ready') return response.end();
  void rateOf(request.url === '/slug' ? postOf : pageOf, 3).then((rate) => response.end(String(rate)));
}).listen(Number(process.env.PORT), process.env.HOST);
