import type { Client } from 'pg';
import type { History } from '../history';

/**
 * Installs a trigger that records each change of a post's status. It runs just before the commit, and uses the clock of PostgreSQL. It uses
 * no code of the product.
 */
export async function installTransitionTrigger(client: Client): Promise<void> {
  await client.query(`
    create schema faults;
    create table faults.transitions (
      position bigint generated always as identity,
      post_id text not null, from_status text not null, to_status text not null, at timestamptz not null);
    create function faults.record_transition() returns trigger language plpgsql as $$
    begin
      insert into faults.transitions (post_id, from_status, to_status, at)
      values (new.id, old.status, new.status, clock_timestamp());
      return null;
    end $$;
    create constraint trigger note after update of status on publishing.posts
      deferrable initially deferred for each row when (old.status is distinct from new.status)
      execute function faults.record_transition();
  `);
}

/**
 * Writes the recorded transitions, the outbox events `post.published`, all deliveries, and the final state of all posts into the history.
 */
export async function recordFinalState(client: Client, history: History): Promise<void> {
  const transitions = await client.query<{
    post_id: string;
    from_status: string;
    to_status: string;
    at: number;
    position: string;
  }>(
    `select post_id, from_status, to_status, (extract(epoch from at) * 1000)::float8 as at, position
     from faults.transitions order by position`,
  );
  for (const { post_id, from_status, to_status, at, position } of transitions.rows) {
    history.write({
      type: 'transition',
      postId: post_id,
      from: from_status,
      to: to_status,
      at,
      order: Number(position),
    });
  }
  await writeOutboxEvents(client, history);
  await writeDeliveries(client, history);
  const posts = await client.query<{ id: string; status: string; title: string; date: number }>(
    'select id, status, title, (extract(epoch from published_at) * 1000)::float8 as date from publishing.posts',
  );
  for (const { id, status, title, date } of posts.rows) {
    history.write({ type: 'post', postId: id, status, title });
    history.write({ type: 'reported-date', postId: id, by: 'its row', ms: date });
  }
}

async function writeOutboxEvents(client: Client, history: History): Promise<void> {
  const outboxEvents = await client.query<{
    id: string;
    subject_id: string;
    event: string;
    title: string;
    date: string;
  }>(
    `select id, subject_id, event, payload #>> '{current,title}' as title, payload #>> '{current,publishedAt}' as date
     from publishing.outbox where event = 'post.published'`,
  );
  for (const { id, subject_id, event, title, date } of outboxEvents.rows) {
    history.write({ type: 'outboxEvent', id, postId: subject_id, event, title });
    history.write({ type: 'reported-date', postId: subject_id, by: 'the outbox', ms: Date.parse(date) });
  }
}

async function writeDeliveries(client: Client, history: History): Promise<void> {
  const deliveries = await client.query<{ outboxEventId: string; status: string; attempts: string[] }>(
    `select d.fact_id as "outboxEventId", d.status, array(
       select concat_ws(' ', to_char(a.started_at, 'HH24:MI:SS'), a.response_status, a.error)
       from publishing.webhook_attempts a where a.delivery_id = d.id order by a.started_at) as attempts
     from publishing.webhook_deliveries d`,
  );
  for (const delivery of deliveries.rows) history.write({ type: 'delivery', ...delivery });
}

/** Whether no scheduled post is due, the relay has published all outbox events, and no delivery is pending. */
export async function hasNoPendingWork(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ open: number }>(
    `select (select count(*) from publishing.posts where status = 'scheduled' and published_at <= now())
       + (select count(*) from publishing.outbox where relayed_at is null)
       + (select count(*) from publishing.webhook_deliveries where status = 'pending') as open`,
  );
  return Number(rows[0]?.open) === 0;
}
