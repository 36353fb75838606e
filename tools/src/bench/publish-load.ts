import { createObjectId } from '@almanac/entities';
import { Client } from 'pg';

/** The number of connections that publish at the same time. */
export const CLIENTS = 16;
/** The posts of each connection. A connection publishes only its own posts, so that it does not wait for row locks of another one. */
export const POSTS_EACH = 50;
const SECONDS = 3;

/** The slug of a draft, or the title in an outbox event. */
const slugOf = (client: number, post: number): string => `publish-${client}-${post}`;

/** Adds POSTS_EACH drafts of a realistic size for each connection. @param run runs an SQL statement */
export async function seedDrafts(run: (text: string, values?: unknown[]) => Promise<unknown>): Promise<void> {
  await run(`insert into publishing.users (id, name, slug, email, password, created_at, created_by)
    values ('1', 'Owner', 'owner', 'owner@example.com', '-', now(), '1')`);
  await run(
    `insert into publishing.posts (id, uuid, title, slug, html, plaintext, created_at, created_by, updated_at)
     select md5(c || '-' || n)::char(24), gen_random_uuid(), 'Post', 'publish-' || c || '-' || n, $1, $1, now(), '1', now()
     from generate_series(1, ${CLIENTS}) c, generate_series(1, ${POSTS_EACH}) n`,
    ['<p>The tide tables for the coming season are out.</p>'.repeat(60)],
  );
}

/** SQL: publishes the post with the slug $1 and writes three outbox events and an action, all in one statement. $2 is an unused id. */
export const PUBLICATION = `with post as (
    update publishing.posts set status = 'published', published_at = now(), updated_at = now(), revision = revision + 1
    where slug = $1 returning id, revision, title, html),
  events as (
    insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
    select left(md5($2 || e.event), 24), 'post', post.id, post.revision, e.event,
      case when e.event = 'site.changed' then '{}'::jsonb else jsonb_build_object('current', to_jsonb(post), 'previous', '{}'::jsonb) end
    from post, (values ('post.published'), ('post.edited'), ('site.changed')) as e (event))
  insert into publishing.actions (id, resource_id, resource_type, actor_id, actor_type, event, created_at)
  select $2, id, 'post', '1', 'user', 'edited', now() from post`;

/** SQL: inserts one outbox event with the title $1 and the id $2. */
export const OUTBOX_INSERT = `insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
  values ($2, 'post', $2, 1, 'post.edited', jsonb_build_object('title', $1::text))`;

/** The transactions per second if each connection runs the statement `text` again and again, without a pause. */
export async function transactionsPerSecond(url: string, text: string): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const startedAt = performance.now();
  let committed = 0;
  const publish = async (client: Client, number: number): Promise<void> => {
    for (let post = 0; performance.now() - startedAt < SECONDS * 1000; post += 1, committed += 1)
      await client.query({
        name: 'load',
        text,
        values: [slugOf(number + 1, 1 + (post % POSTS_EACH)), createObjectId()],
      });
  };
  try {
    await Promise.all(clients.map(publish));
    return (committed / (performance.now() - startedAt)) * 1000;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
