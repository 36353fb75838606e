import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { compare } from './harness/compare';
import { type Benchmark, type Figure } from './harness/figure';
import { pinned } from './harness/service-process';
import { Sink } from './worker/sink';
import { type Engine, engines, WorkerStage } from './worker/stage';

const COUNT = 10_000;
/** As many requests at a time as a worker sends to one endpoint. */
const LANES = 10;
const BODY_BYTES = 5_000;

/** Requests a second of the bare loop, run as the worker is: in its own process on the services' core. */
async function rawRate(url: string): Promise<number> {
  const script = join(__dirname, 'worker/raw-post-loop.js');
  const [program = '', ...more] = pinned([process.execPath, script, url, ...[COUNT, LANES, BODY_BYTES].map(String)]);
  const child = spawn(program, more, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once('exit', resolve));
  return Number(output);
}

/** Deliveries a second, from the commit of the events to the last one that came in. */
async function deliveredRate(stage: WorkerStage, sink: Sink): Promise<number> {
  const arrived = sink.expect(COUNT);
  await stage.client.query('begin');
  await stage.addEvents(COUNT);
  const startedAt = performance.now();
  await stage.client.query('commit');
  await arrived;
  return COUNT / ((performance.now() - startedAt) / 1000);
}

async function measure(engine: Engine): Promise<Figure> {
  const stage = await WorkerStage.open(engine);
  const sink = await Sink.open();
  try {
    await stage.startWorkers(1);
    await stage.addWebhooks([sink.url('/ok')]);
    const { product, floor, ratio } = await compare({
      floor: () => rawRate(sink.url('/ok-floor')),
      product: () => deliveredRate(stage, sink),
    });
    return {
      benchmark: 'delivery',
      measure: `relay and deliver ${COUNT} webhooks, queues on ${engine}`,
      values: product,
      unit: 'webhooks/s',
      floor: { name: `signed POST loop, ${LANES} at a time`, values: floor },
      bar: '≥ 50 %',
      isMet: ratio >= 0.5,
    };
  } finally {
    await stage.close();
    await sink.close();
  }
}

/** From the outbox to one receiver, against a bare loop that signs and posts. */
export const delivery: Benchmark = {
  name: 'delivery',
  description: 'relay and deliver 10,000 webhooks to one local sink',
  async run() {
    const figures: Figure[] = [];
    for (const engine of engines()) figures.push(await measure(engine));
    return figures;
  },
};
