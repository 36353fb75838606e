// The reference for edits: runs the statements of an edit by pg. GET / runs edits for 3 s and responds with the edits per second.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Pool, type PoolClient, type QueryResult } from 'pg';
import { EDITORS, SECONDS } from '../edit-load';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: EDITORS });

/** SQL: whether a tag or author has a published post. */
const isPublic = (table: string, column: string, owner: string): string =>
  `exists (select 1 from publishing.${table} y join publishing.posts o on o.id = y.post_id
    where y.${column} = ${owner}.id and o.status = 'published')`;

/** The statements that read and write the rows of an edit, as few as possible. Each connection prepares them once. */
const statements = {
  lockedPost: `select row_to_json(p) as post,
      (select row_to_json(m) from publishing.posts_meta m where m.post_id = p.id) as meta,
      (select json_agg(json_build_array(t, ${isPublic('posts_tags', 'tag_id', 't')}) order by x.sort_order)
        from publishing.posts_tags x join publishing.tags t on t.id = x.tag_id where x.post_id = p.id) as tags,
      (select json_agg(json_build_array(u, ${isPublic('posts_authors', 'author_id', 'u')},
          (select json_agg(r order by r.name) from publishing.roles_users ru join publishing.roles r on r.id = ru.role_id
            where ru.user_id = u.id)) order by x.sort_order)
        from publishing.posts_authors x join publishing.users u on u.id = x.author_id where x.post_id = p.id) as authors
    from publishing.posts p where p.id = $1 for update of p`,
  update: `update publishing.posts set title = $1, updated_at = date_trunc('second', now()), updated_by = '1', revision = $2
    where id = $3`,
  outboxEvents: `insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
    select f.id, 'post', $2, $3, f.event, f.payload from jsonb_to_recordset($1::jsonb) as f (id text, event text, payload jsonb)
    on conflict (subject_type, subject_id, revision, event) do nothing`,
  action: `insert into publishing.actions (id, resource_id, resource_type, actor_id, actor_type, event, created_at)
    values ($1, $2, 'post', '1', 'integration', 'edited', date_trunc('second', now()))`,
};

const newId = (): string => randomBytes(12).toString('hex');

/** Edits a post in one transaction. @param round makes the title unique */
async function edit(client: PoolClient, id: string, round: number): Promise<void> {
  const run = (name: keyof typeof statements, ...values: unknown[]): Promise<QueryResult> =>
    client.query({ name, text: statements[name], values });
  await client.query('begin');
  const { rows: before } = await run('lockedPost', id);
  const revision = Number(before[0].post.revision) + 1;
  await run('update', `Bare title ${round}`, revision, id);
  const payload = { current: before[0], previous: { title: before[0].post.title } };
  const events = ['post.published.edited', 'post.edited', 'site.changed'];
  const outboxEvents = events.map((event) => ({
    id: newId(),
    event,
    payload: event === 'site.changed' ? {} : payload,
  }));
  await run('outboxEvents', JSON.stringify(outboxEvents), id, revision);
  await run('action', newId(), id);
  await client.query('commit');
}

async function idOf(client: PoolClient, slug: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from publishing.posts where slug = $1', [slug]);
  return rows[0]?.id ?? '';
}

async function editsPerSecond(): Promise<number> {
  const startedAt = performance.now();
  let edits = 0;
  const editor = async (number: number): Promise<void> => {
    const client = await pool.connect();
    const id = await idOf(client, `post-${number + 1}`);
    for (; performance.now() - startedAt < SECONDS * 1000; edits++) await edit(client, id, edits);
    client.release();
  };
  await Promise.all(Array.from({ length: EDITORS }, (_, number) => editor(number)));
  return (edits / (performance.now() - startedAt)) * 1000;
}

createServer((request, response) => {
  if (request.url === '/health/ready') return response.end();
  void editsPerSecond().then((perSecond) => response.end(String(perSecond)));
}).listen(Number(process.env.PORT), process.env.HOST);
