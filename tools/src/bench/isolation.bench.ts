import { type Benchmark, type Figure, median, quantile } from './harness/figure';
import { Sink } from './worker/sink';
import { type Engine, engines, WorkerFixture } from './worker/worker-fixture';

const ENDPOINTS = 100;
/** Endpoints that hang or fail. */
const BAD = 20;
/** The first events of a process are not measured, because V8 has not compiled the code yet. */
const WARM_UP_EVENTS = 10;
const EVENTS = 30;
const EVENTS_PER_SECOND = 5;
const PAIRS = 5;

const paths = (kind: 'ok' | 'bad', count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/${kind}-${index}`);

/** p99 of the milliseconds from the recording of an event to its arrival at a healthy endpoint. @param bad the number of bad endpoints */
async function healthyP99(fixture: WorkerFixture, sink: Sink, bad: number): Promise<number> {
  await fixture.clear();
  await fixture.addWebhooks([...paths('ok', ENDPOINTS - BAD), ...paths('bad', bad)].map((path) => sink.url(path)));
  const arrived = sink.expect((WARM_UP_EVENTS + EVENTS) * (ENDPOINTS - BAD));
  for (let event = 0; event < WARM_UP_EVENTS + EVENTS; event++) {
    await fixture.addEvents(1);
    await new Promise((resolve) => setTimeout(resolve, 1_000 / EVENTS_PER_SECOND));
  }
  await arrived;
  const { rows } = await fixture.client.query<{ id: string; at: number }>(
    `select id, (extract(epoch from occurred_at) * 1000)::float8 as at from publishing.outbox order by position offset $1`,
    [WARM_UP_EVENTS],
  );
  const recordedAt = new Map(rows.map(({ id, at }) => [id, at]));
  const latencies = sink.arrivals.flatMap(({ outboxEventId, at }) => {
    const startedAt = recordedAt.get(outboxEventId);
    return startedAt === undefined ? [] : [at - startedAt];
  });
  return quantile(latencies, 0.99);
}

async function measure(engine: Engine): Promise<Figure> {
  const fixture = await WorkerFixture.open(engine);
  const sink = await Sink.open();
  try {
    const withoutBad: number[] = [];
    const withBad: number[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      for (const [bad, values] of [[0, withoutBad] as const, [BAD, withBad] as const]) {
        await fixture.startWorkers(1);
        values.push(await healthyP99(fixture, sink, bad));
        await fixture.stopWorkers();
      }
    }
    return {
      benchmark: 'isolation',
      measure: `p99 of ${ENDPOINTS - BAD} healthy endpoints beside ${BAD} bad ones, queues on ${engine}`,
      values: withBad,
      unit: 'ms',
      reference: { name: 'without the bad ones', values: withoutBad },
      bar: 'median ≤ 1.2 × the median of the reference, and ≤ 1 s',
      limits: { value: 1_000, ratio: 1.2 },
      isMet: median(withBad) <= 1.2 * median(withoutBad) && median(withBad) <= 1_000,
    };
  } finally {
    await fixture.close();
    await sink.close();
  }
}

/** Measures how 20 endpoints that hang or fail delay deliveries to 80 healthy ones. */
export const isolation: Benchmark = {
  name: 'isolation',
  description: '100 endpoints, 20 of them bad',
  async run() {
    const figures: Figure[] = [];
    for (const engine of engines()) figures.push(await measure(engine));
    return figures;
  },
};
