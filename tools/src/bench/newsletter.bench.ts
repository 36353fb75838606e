import { createObjectId } from '@almanac/entities';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountingSink } from '../faults/newsletter/counting-sink';
import { compare } from './harness/compare';
import { type Benchmark, type Figure } from './harness/figure';
import { programRate } from './worker/program-rate';
import { type Engine, engines, WorkerFixture } from './worker/worker-fixture';

/** The recipients in each pair of measurements, and in the measurement of memory. */
const PAIR_RECIPIENTS = 10_000;
const MEMORY_RECIPIENTS = Number(process.env.BENCH_RECIPIENTS ?? 100_000);
const CONNECTIONS = 10;
const POLL_MS = 10;
const SAMPLE_MS = 1_000;
/** The run fails if no mail arrives for this time. */
const STANDSTILL_MS = 60_000;
const MAX_MEGABYTES = 200;

/** Resolves when the sink has accepted `total` mails since its start. @param onPoll called about every 10 ms */
async function untilArrived(sink: CountingSink, total: number, onPoll: () => void = () => undefined): Promise<void> {
  let [seen, seenAt] = [sink.total, performance.now()];
  while (sink.total < total) {
    if (sink.total !== seen) [seen, seenAt] = [sink.total, performance.now()];
    if (performance.now() - seenAt > STANDSTILL_MS)
      throw new Error(`Invalid run: ${sink.total} of ${total} mails arrived.`);
    onPoll();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Replaces all members by `count` new ones, and deletes posts and mails. */
async function setMembers({ client }: WorkerFixture, count: number): Promise<void> {
  await client.query(
    'truncate publishing.members, publishing.posts, publishing.emails, publishing.email_batches, publishing.email_recipients cascade',
  );
  await client.query(
    `insert into publishing.members (id, email, name, created_at)
     select lpad(to_hex(n), 24, '0'), 'member-' || n || '@example.com', 'Member ' || n, now() - interval '1 day'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await client.query('vacuum analyze publishing.members, publishing.email_recipients');
}

/** Adds a published post and its mail, which the worker finds and sends. */
async function publish(fixture: WorkerFixture): Promise<void> {
  const [postId, emailId] = [createObjectId(), createObjectId()];
  const html =
    '<p>The tide tables for the coming season are out, and the harbour master asks every skipper to read them.</p>';
  await fixture.client.query(
    `with post as (
       insert into publishing.posts (id, uuid, title, slug, html, plaintext, status, published_at, created_at, created_by, updated_at)
       values ($1, gen_random_uuid(), 'The tides', $1, $3, $3, 'published', now(), now(), '1', now()) returning id),
     author as (insert into publishing.posts_authors (id, post_id, author_id, sort_order) select $2, id, '1', 0 from post)
     insert into publishing.emails (id, post_id, subject, recipient_filter) select $2, id, 'The tides', 'all' from post`,
    [postId, emailId, html.repeat(20)],
  );
}

/** Sends a newsletter to all members. @returns mails per second, from the commit of the post to the last arrival */
async function newsletterRate(fixture: WorkerFixture, sink: CountingSink, onPoll?: () => void): Promise<number> {
  const { rows } = await fixture.client.query<{ n: number }>('select count(*)::int as n from publishing.members');
  const count = rows[0]?.n ?? 0;
  const before = sink.total;
  await publish(fixture);
  const startedAt = performance.now();
  await untilArrived(sink, before + count, onPoll);
  return count / ((performance.now() - startedAt) / 1000);
}

/** Writes the subject, html and text of the last mail of the worker to a file, as JSON, for the reference. */
async function writeMessage({ client }: WorkerFixture, file: string): Promise<void> {
  const { rows } = await client.query<{ subject: string; content: { paid: { html: string; text: string } } }>(
    'select subject, content from publishing.emails order by created_at desc limit 1',
  );
  writeFileSync(file, JSON.stringify({ subject: rows[0]?.subject, ...rows[0]?.content.paid }));
}

async function rateFigure(engine: Engine, fixture: WorkerFixture, sink: CountingSink): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const file = join(folder, 'message.json');
  const product = async (): Promise<number> => {
    await setMembers(fixture, PAIR_RECIPIENTS);
    return newsletterRate(fixture, sink);
  };
  await product();
  await writeMessage(fixture, file);
  const {
    product: values,
    reference,
    ratio,
  } = await compare({
    reference: () => programRate('raw-smtp-loop.js', [sink.url, PAIR_RECIPIENTS, CONNECTIONS, file]),
    product,
  });
  rmSync(folder, { recursive: true });
  return {
    benchmark: 'newsletter',
    measure: `newsletter to ${PAIR_RECIPIENTS} members, queues on ${engine}`,
    values,
    unit: 'mails/s',
    reference: { name: `SMTP loop, ${CONNECTIONS} connections`, values: reference },
    bar: '≥ 50 % of the reference',
    limits: { ratio: 0.5 },
    isMet: ratio >= 0.5,
  };
}

/** The peaks of the worker's resident memory in the first and in the second half of a large newsletter. */
async function memoryFigures(engine: Engine, fixture: WorkerFixture, sink: CountingSink): Promise<Figure[]> {
  await setMembers(fixture, MEMORY_RECIPIENTS);
  const half = sink.total + MEMORY_RECIPIENTS / 2;
  const peaks = [0, 0];
  let sampledAt = -Infinity;
  await newsletterRate(fixture, sink, () => {
    if (performance.now() - sampledAt < SAMPLE_MS) return;
    sampledAt = performance.now();
    const index = sink.total < half ? 0 : 1;
    peaks[index] = Math.max(peaks[index] ?? 0, fixture.residentMegabytes());
  });
  return peaks.map((peak, index) => ({
    benchmark: 'newsletter',
    measure: `memory of the worker, ${index === 0 ? 'first' : 'second'} half of ${MEMORY_RECIPIENTS} members, ${engine}`,
    values: [peak],
    unit: 'MB',
    bar: `≤ ${MAX_MEGABYTES} MB`,
    limits: { value: MAX_MEGABYTES },
    isMet: peak <= MAX_MEGABYTES,
  }));
}

/** Measures newsletters to a local sink, compared with a bare loop that sends the same mail, and the memory of the worker. */
export const newsletter: Benchmark = {
  name: 'newsletter',
  description: 'a newsletter against a bare pooled SMTP loop, and the memory of the worker',
  async run() {
    const figures: Figure[] = [];
    for (const engine of engines()) {
      const fixture = await WorkerFixture.open(engine);
      const sink = await CountingSink.open();
      try {
        await fixture.startWorkers(1, { SMTP_URL: sink.url, MAIL_CONNECTIONS: String(CONNECTIONS) });
        figures.push(await rateFigure(engine, fixture, sink), ...(await memoryFigures(engine, fixture, sink)));
      } finally {
        await fixture.close();
        await sink.close();
      }
    }
    return figures;
  },
};
