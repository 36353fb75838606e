// The floor of an edit: the statements of its transaction over pg, and nothing else. GET / edits for 3 s and answers the rate.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Pool, type PoolClient } from 'pg';
import { EDITORS, SECONDS } from '../edit-load';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: EDITORS });

const wholePost = {
  name: 'whole_post',
  text: `select row_to_json(p) as post,
      (select row_to_json(m) from publishing.posts_meta m where m.post_id = p.id) as meta,
      (select json_agg(t order by x.sort_order) from publishing.posts_tags x
        join publishing.tags t on t.id = x.tag_id where x.post_id = p.id) as tags,
      (select json_agg(u order by x.sort_order) from publishing.posts_authors x
        join publishing.users u on u.id = x.author_id where x.post_id = p.id) as authors
    from publishing.posts p where p.id = $1`,
};
const fact = `insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
  select f.id, 'post', $2, $3, f.event, f.payload from jsonb_to_recordset($1::jsonb) as f (id text, event text, payload jsonb)`;

const newId = (): string => randomBytes(12).toString('hex');

async function edit(client: PoolClient, slug: string, round: number): Promise<void> {
  await client.query('begin');
  const locked = await client.query<{ id: string }>('select id from publishing.posts where slug = $1 for update', [
    slug,
  ]);
  const id = locked.rows[0]?.id ?? '';
  const { rows: before } = await client.query({ ...wholePost, values: [id] });
  const revision = Number(before[0].post.revision) + 1;
  await client.query(
    `update publishing.posts set title = $1, updated_at = date_trunc('second', now()), revision = $2 where id = $3`,
    [`Bare title ${round}`, revision, id],
  );
  const payload = { current: before[0], previous: { title: before[0].post.title } };
  const events = ['post.published.edited', 'post.edited', 'site.changed'];
  const facts = events.map((event) => ({ id: newId(), event, payload: event === 'site.changed' ? {} : payload }));
  await client.query(fact, [JSON.stringify(facts), id, revision]);
  await client.query(
    `insert into publishing.actions (id, resource_id, resource_type, actor_id, actor_type, event, created_at)
     values ($1, $2, 'post', '1', 'integration', 'edited', now())`,
    [newId(), id],
  );
  await client.query('commit');
}

async function rate(): Promise<number> {
  const startedAt = performance.now();
  let edits = 0;
  const editor = async (number: number): Promise<void> => {
    const client = await pool.connect();
    for (; performance.now() - startedAt < SECONDS * 1000; edits++) await edit(client, `post-${number + 1}`, edits);
    client.release();
  };
  await Promise.all(Array.from({ length: EDITORS }, (_, number) => editor(number)));
  return (edits / (performance.now() - startedAt)) * 1000;
}

createServer((request, response) => {
  if (request.url === '/health/ready') return response.end();
  void rate().then((perSecond) => response.end(String(perSecond)));
}).listen(Number(process.env.PORT), process.env.HOST);
