import { type Benchmark, type Figure } from './harness/figure';
import { Sink } from './worker/sink';
import { type Engine, engines, WorkerFixture } from './worker/worker-fixture';

const EVENTS = 100_000;
/** Transactions in which the events are added. */
const COMMITS = 20;
const WORKERS = 2;
const KILL_EVERY_MS = 3_000;
const POLL_EVERY_MS = 500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether an outbox event is not relayed yet, or a delivery is pending. */
async function isBusy({ client }: WorkerFixture): Promise<boolean> {
  const { rows } = await client.query<{ busy: boolean }>(
    `select exists (select 1 from publishing.outbox where relayed_at is null)
       or exists (select 1 from publishing.webhook_deliveries where status = 'pending') as busy`,
  );
  return rows[0]?.busy ?? true;
}

/** Adds outbox events, and kills and replaces workers until all events are delivered. @returns the number of kills */
async function commitAndKill(fixture: WorkerFixture): Promise<number> {
  let isOver = false;
  let kills = 0;
  const killing = (async () => {
    for (await pause(KILL_EVERY_MS); !isOver; await pause(KILL_EVERY_MS)) {
      await fixture.replaceWorker();
      kills += 1;
    }
  })();
  for (let commit = 0; commit < COMMITS; commit++) await fixture.addEvents(EVENTS / COMMITS);
  while (await isBusy(fixture)) await pause(POLL_EVERY_MS);
  isOver = true;
  await killing;
  return kills;
}

async function measure(engine: Engine): Promise<Figure[]> {
  const fixture = await WorkerFixture.open(engine);
  const sink = await Sink.open();
  try {
    await fixture.startWorkers(WORKERS);
    await fixture.addWebhooks([sink.url('/ok')]);
    const startedAt = Date.now();
    const kills = await commitAndKill(fixture);
    const arrived = new Set(sink.arrivals.map(({ outboxEventId }) => outboxEventId));
    const { rows } = await fixture.client.query<{ id: string }>('select id from publishing.outbox');
    const lost = rows.filter(({ id }) => !arrived.has(id)).length;
    const seconds = sink.arrivals.reduce((last, { at }) => Math.max(last, at - startedAt), 0) / 1_000;
    const label = `${rows.length} events, ${kills} × kill -9 of one of ${WORKERS} workers, queues on ${engine}`;
    const common = { benchmark: 'delivery-killed', isMet: null, bar: 'none' };
    const repeated = sink.arrivals.length - arrived.size;
    return [
      { ...common, measure: `${label}: lost`, values: [lost], unit: 'events', bar: '0', isMet: lost === 0 },
      { ...common, measure: `${label}: delivered again`, values: [repeated], unit: 'events' },
      { ...common, measure: `${label}: rate`, values: [arrived.size / seconds], unit: 'events/s' },
    ];
  } finally {
    await fixture.close();
    await sink.close();
  }
}

/** Measures deliveries while workers are killed, and requires that each event arrives at least once. */
export const deliveryKilled: Benchmark = {
  name: 'delivery-killed',
  description: '100,000 events delivered while workers are killed',
  async run() {
    const figures: Figure[] = [];
    for (const engine of engines()) figures.push(...(await measure(engine)));
    return figures;
  },
};
