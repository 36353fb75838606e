import { Client } from 'pg';
import { request } from 'undici';
import { calendarStatements, DIFFERENT_WEEKS, seedCalendar, weekOf } from './calendar-data';
import { cursorPages } from './calendar-paging';
import { fetchData, HEADERS, operationPath } from './calendar-requests';
import { searches } from './calendar-search';
import { writes } from './calendar-writes';
import { compare } from './harness/compare';
import { BenchDatabases } from './harness/database';
import { type Benchmark, type Figure, latencyFigures, median } from './harness/figure';
import { latenciesAt, saturate } from './harness/load';
import { ServiceProcess } from './harness/service-process';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC'];
const SERVICE = 'calendar-graphql';

/** The measured GraphQL operation. */
const OCCURRENCES = `query Week($filter: OccurrencesQueryFilter!) {
  occurrences(filter: $filter) { id start end utcStart utcEnd timeZone event { id status info { title } } }
}`;

function pathOf(index: number): string {
  const [from, to] = weekOf(index).map((date) => date.toISOString());
  const filter = { from, to, limit: 100, timeZone: ZONES[index % ZONES.length] };
  return operationPath(OCCURRENCES, { filter });
}

function referencePathOf(index: number): string {
  return `/?page=${index}`;
}

/** The throughput of pages of results, compared with bare SQL statements, and the latency at a quarter of the throughput. */
async function pages(databaseUrl: string, service: ServiceProcess): Promise<Figure[]> {
  const reference = await ServiceProcess.start('tools/dist/bench/references/bare-calendar-sql.js', {
    DATABASE_URL: databaseUrl,
  });
  const paths = Array.from({ length: DIFFERENT_WEEKS }, (_, index) => pathOf(index));
  try {
    for (const index of [1, 20, 60])
      await assertEqualPages(service.url + pathOf(index), reference.url + referencePathOf(index));
    const comparison = await compare({
      reference: () => saturate({ url: reference.url, paths: paths.map((_, index) => referencePathOf(index)) }),
      product: () => saturate({ url: service.url, paths, headers: HEADERS }),
      warmUps: 3,
    });
    const perSecond = Math.max(5, Math.round(median(comparison.product) / 4));
    const targets = paths.map((path) => ({ url: service.url + path, headers: HEADERS }));
    const latencies = await latenciesAt(targets, { perSecond, seconds: 10 });
    return [
      {
        benchmark: 'calendar',
        measure: 'occurrences of a week, limit 100, any zone',
        values: comparison.product,
        unit: 'req/s',
        reference: { name: 'bare SQL of the page', values: comparison.reference },
        bar: '≥ 50 % of the reference',
        limits: { ratio: 0.5 },
        isMet: comparison.ratio >= 0.5,
      },
      ...latencyFigures('calendar', `at ${perSecond}/s`, latencies, { p99BarMs: 30 }),
    ];
  } finally {
    await reference.stop();
  }
}

/** @throws Error when the two URLs do not return the same 100 occurrences: then the comparison is not valid */
async function assertEqualPages(product: string, reference: string): Promise<void> {
  const { occurrences } = await fetchData<{ occurrences: { id: string }[] }>(product);
  const ids = occurrences.map(({ id }) => id);
  if (ids.length !== 100) throw new Error(`Invalid run: no full page of results from ${product}`);
  const { body } = await request(reference);
  const rows = ((await body.json()) as { occurrences: { event_id: string; start_at: string }[] }).occurrences;
  const expected = rows.map(({ event_id, start_at }) => `${event_id}_${start_at.replace(/[-:]|\.\d+/g, '')}`);
  if (JSON.stringify(ids) !== JSON.stringify(expected))
    throw new Error(`Invalid run: other rows from ${reference} than from ${product}`);
}

/** Prints the query plan of the reference. */
async function explain(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) ${calendarStatements.page}`,
    weekOf(3),
  );
  process.stderr.write(`${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`);
  await client.end();
}

/** Measures the calendar with one million events. The first run fills the database, which takes some minutes. */
export const calendar: Benchmark = {
  name: 'calendar',
  description: 'occurrences, search and writes on 1,000,000 events, 30 % of them recurring',
  async run() {
    const databases = await BenchDatabases.start();
    try {
      const url = await databases.seeded('calendar_1m_3', seedCalendar);
      await explain(url);
      const service = await ServiceProcess.start(`apps/${SERVICE}/dist/main.js`, {
        DATABASE_URL: url,
        ENCRYPTION_KEY: 'a key that only benchmarks use, ever',
        RATE_LIMITS: 'off',
      });
      try {
        return [
          ...(await pages(url, service)),
          ...(await cursorPages(service.url)),
          ...(await searches(service.url)),
          ...(await writes(url, service.url)),
        ];
      } finally {
        await service.stop();
      }
    } finally {
      await databases.stop();
    }
  },
};
