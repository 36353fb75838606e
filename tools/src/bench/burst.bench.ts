import { Client } from 'pg';
import { type Benchmark, type Figure, quantile } from './harness/figure';
import { type Engine, engines, WorkerFixture } from './worker/worker-fixture';

const COUNT = 10_000;
/**
 * Seconds from adding the posts until they are due. In this time the relay publishes their outbox events `post.scheduled`.
 * In practice it has more time, because the Admin API accepts only times that are at least two minutes ahead.
 */
const LEAD_TIME_SECONDS = 15;
const RUNS = 5;
const WORKERS = 2;
/** Posts that one statement of the reference publishes. */
const BATCH = 200;

/** The milliseconds from the due time of each post to the commit of its publication, by the commit timestamps of PostgreSQL. */
async function measureLateness(fixture: WorkerFixture): Promise<number[]> {
  await fixture.clear();
  const due = await fixture.addScheduledPosts(COUNT, LEAD_TIME_SECONDS);
  await until(fixture, 'select not exists (select from publishing.outbox where relayed_at is null) as done');
  if (Date.now() >= due.getTime())
    throw new Error('Invalid run: the posts were due before their scheduling was relayed.');
  await until(fixture, `select not exists (select from publishing.posts where status = 'scheduled') as done`);
  const { rows } = await fixture.client.query<{ late: number }>(
    `select (extract(epoch from pg_xact_commit_timestamp(xmin) - $1::timestamptz) * 1000)::float8 as late
     from publishing.posts where status = 'published'`,
    [due],
  );
  return rows.map(({ late }) => late);
}

/** Repeats a query until its column `done` is true. The query must be cheap, because it runs at the same time as the measured work. */
async function until(fixture: WorkerFixture, query: string): Promise<void> {
  for (;;) {
    const { rows } = await fixture.client.query<{ done: boolean }>(query);
    if (rows[0]?.done) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The statement of the reference: publishes up to $1 due posts, and adds two outbox events for each post. */
const PUBLISH_BATCH = `
  with due as (
    select id from publishing.posts where status = 'scheduled' and published_at <= now()
    order by published_at, id limit $1 for update skip locked),
  moved as (
    update publishing.posts p set status = 'published', revision = p.revision + 1 from due where p.id = due.id
    returning p.*)
  insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
  select substr(md5(m.id || e), 1, 24), 'post', m.id, m.revision, e, jsonb_build_object('current', to_jsonb(m))
  from moved m, unnest(array['post.published', 'post.edited']) e`;

/** The milliseconds that {@link PUBLISH_BATCH} takes for all posts, over as many connections as there are workers. */
async function referenceMs(fixture: WorkerFixture): Promise<number> {
  await fixture.clear();
  await fixture.addScheduledPosts(COUNT, 0);
  const clients = Array.from({ length: WORKERS }, () => new Client({ connectionString: fixture.url }));
  await Promise.all(clients.map((client) => client.connect()));
  const startedAt = performance.now();
  await Promise.all(clients.map(publishAll));
  const tookMs = performance.now() - startedAt;
  await Promise.all(clients.map((client) => client.end()));
  return tookMs;
}

async function publishAll(client: Client): Promise<void> {
  while ((await client.query(PUBLISH_BATCH, [BATCH])).rowCount);
}

async function measure(engine: Engine): Promise<Figure[]> {
  // The load generator is idle while the posts are published, so PostgreSQL may use its core, too.
  const fixture = await WorkerFixture.open(engine, { hasAllCores: true });
  try {
    const references: number[] = [];
    const p99: number[] = [];
    const last: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      references.push(await referenceMs(fixture));
      await fixture.startWorkers(WORKERS);
      const late = await measureLateness(fixture);
      p99.push(quantile(late, 0.99));
      last.push(quantile(late, 1));
      await fixture.stopWorkers();
    }
    const label = `${COUNT} posts due at once, ${WORKERS} workers, queues on ${engine}`;
    const reference = { name: 'the same by SQL alone, in batches', values: references };
    const common = { benchmark: 'burst', unit: 'ms', reference };
    return [
      {
        ...common,
        measure: `${label}: lateness p99`,
        values: p99,
        bar: 'each run ≤ 3 s',
        limits: { value: 3_000 },
        isMet: Math.max(...p99) <= 3_000,
      },
      {
        ...common,
        measure: `${label}: the last`,
        values: last,
        bar: 'each run ≤ 5 s',
        limits: { value: 5_000 },
        isMet: Math.max(...last) <= 5_000,
      },
    ];
  } finally {
    await fixture.close();
  }
}

/** Measures how late 10,000 posts with the same due time are published. */
export const burst: Benchmark = {
  name: 'burst',
  description: '10,000 posts due in one second',
  async run() {
    const figures: Figure[] = [];
    for (const engine of engines()) figures.push(...(await measure(engine)));
    return figures;
  },
};
