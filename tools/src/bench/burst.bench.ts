import { type Benchmark, type Figure, quantile } from './harness/figure';
import { type Engine, engines, WorkerStage } from './worker/stage';

const COUNT = 10_000;
// Posts are scheduled at least two minutes ahead: when they fall due, that they were scheduled has long been told.
const NOTICE_SECONDS = 15;
const RUNS = 5;
const WORKERS = 2;
const BATCH = 200;

/** Milliseconds after the due moment at which each post's publishing was committed, as the database noted it. */
async function lateness(stage: WorkerStage): Promise<number[]> {
  await stage.clear();
  const due = await stage.addScheduledPosts(COUNT, NOTICE_SECONDS);
  await until(stage, 'select not exists (select from publishing.outbox where relayed_at is null) as done');
  if (Date.now() >= due.getTime())
    throw new Error('The posts fell due before their scheduling was told: the run is void.');
  await until(stage, `select not exists (select from publishing.posts where status = 'scheduled') as done`);
  const { rows } = await stage.client.query<{ late: number }>(
    `select (extract(epoch from pg_xact_commit_timestamp(xmin) - $1::timestamptz) * 1000)::float8 as late
     from publishing.posts where status = 'published'`,
    [due],
  );
  return rows.map(({ late }) => late);
}

/** Asks until the answer's `done` is true; a question that costs next to nothing, for it is asked beside the work. */
async function until(stage: WorkerStage, question: string): Promise<void> {
  for (;;) {
    const { rows } = await stage.client.query<{ done: boolean }>(question);
    if (rows[0]?.done) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The same change by SQL alone, in batches: status, revision, and two rows of the outbox for each post. */
async function floorMs(stage: WorkerStage): Promise<number> {
  await stage.clear();
  await stage.addScheduledPosts(COUNT, 0);
  const startedAt = performance.now();
  for (let done = 0; done < COUNT; done += BATCH) {
    await stage.client.query(
      `with due as (
         select id from publishing.posts where status = 'scheduled' and published_at <= now()
         order by published_at, id limit $1 for update skip locked),
       moved as (
         update publishing.posts p set status = 'published', revision = p.revision + 1 from due where p.id = due.id
         returning p.*)
       insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
       select substr(md5(m.id || e), 1, 24), 'post', m.id, m.revision, e, jsonb_build_object('current', to_jsonb(m))
       from moved m, unnest(array['post.published', 'post.edited']) e`,
      [BATCH],
    );
  }
  return performance.now() - startedAt;
}

async function measure(engine: Engine): Promise<Figure[]> {
  const stage = await WorkerStage.open(engine);
  try {
    const floors: number[] = [];
    const p99: number[] = [];
    const last: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      floors.push(await floorMs(stage));
      await stage.startWorkers(WORKERS);
      const late = await lateness(stage);
      p99.push(quantile(late, 0.99));
      last.push(quantile(late, 1));
      await stage.stopWorkers();
    }
    const what = `${COUNT} posts due at once, ${WORKERS} workers, queues on ${engine}`;
    const floor = { name: 'the same by SQL alone, in batches', values: floors };
    const common = { benchmark: 'burst', unit: 'ms', floor };
    return [
      { ...common, measure: `${what}: lateness p99`, values: p99, bar: '≤ 3 s', isMet: Math.max(...p99) <= 3_000 },
      { ...common, measure: `${what}: the last`, values: last, bar: '≤ 5 s', isMet: Math.max(...last) <= 5_000 },
    ];
  } finally {
    await stage.close();
  }
}

/** Ten thousand posts that fall due in one second. */
export const burst: Benchmark = {
  name: 'burst',
  description: '10,000 posts due in one second',
  async run() {
    const figures: Figure[] = [];
    for (const engine of engines()) figures.push(...(await measure(engine)));
    return figures;
  },
};
