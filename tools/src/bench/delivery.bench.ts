import { compare } from './harness/compare';
import { type Benchmark, type Figure } from './harness/figure';
import { programRate } from './worker/program-rate';
import { Sink } from './worker/sink';
import { type Engine, engines, WorkerFixture } from './worker/worker-fixture';

const COUNT = 10_000;
/** Concurrent requests of the reference; a worker sends as many to one endpoint. */
const CONCURRENCY = 10;
const BODY_BYTES = 5_000;

/** Deliveries per second, from the commit of the events to the last arrival. */
async function deliveredRate(fixture: WorkerFixture, sink: Sink): Promise<number> {
  const arrived = sink.expect(COUNT);
  await fixture.client.query('begin');
  await fixture.addEvents(COUNT);
  const startedAt = performance.now();
  await fixture.client.query('commit');
  await arrived;
  return COUNT / ((performance.now() - startedAt) / 1000);
}

async function measure(engine: Engine): Promise<Figure> {
  // Otherwise PostgreSQL would run on the core of the sink. The reference needs no PostgreSQL, so its sink has that core alone.
  const fixture = await WorkerFixture.open(engine, { hasAllCores: true });
  const sink = await Sink.open();
  try {
    await fixture.startWorkers(1);
    await fixture.addWebhooks([sink.url('/ok')]);
    const { product, reference, ratio } = await compare({
      reference: () => programRate('raw-post-loop.js', [sink.url('/ok-reference'), COUNT, CONCURRENCY, BODY_BYTES]),
      product: () => deliveredRate(fixture, sink),
      warmUps: 1,
    });
    return {
      benchmark: 'delivery',
      measure: `relay and deliver ${COUNT} webhooks, queues on ${engine}`,
      values: product,
      unit: 'webhooks/s',
      reference: { name: `signed POST loop, ${CONCURRENCY} at a time`, values: reference },
      bar: '≥ 50 % of the reference',
      limits: { ratio: 0.5 },
      isMet: ratio >= 0.5,
    };
  } finally {
    await fixture.close();
    await sink.close();
  }
}

/** Measures deliveries from the outbox to one sink, compared with a bare loop that signs and posts the same number of webhooks. */
export const delivery: Benchmark = {
  name: 'delivery',
  description: 'relay and deliver 10,000 webhooks to one local sink',
  async run() {
    const figures: Figure[] = [];
    for (const engine of engines()) figures.push(await measure(engine));
    return figures;
  },
};
