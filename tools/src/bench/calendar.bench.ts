import { Client } from 'pg';
import { request } from 'undici';
import { calendarStatements, DIFFERENT_WEEKS, seedCalendar, weekOf } from './calendar-data';
import { writes } from './calendar-writes';
import { compare } from './harness/compare';
import { BenchDatabases } from './harness/database';
import { type Benchmark, type Figure, latencyFigures, median } from './harness/figure';
import { latenciesAt, saturate } from './harness/load';
import { ServiceProcess } from './harness/service-process';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC'];
const SERVICE = 'calendar-graphql';
/** GET with this header passes the CSRF prevention. */
const HEADERS = { 'apollo-require-preflight': 'true' };

/** One operation and its variables, as programs ask. */
const OCCURRENCES = `query Week($filter: OccurrencesQueryFilter!) {
  occurrences(filter: $filter) { id start end utcStart utcEnd timeZone event { id status info { title } } }
}`;

function pathOf(index: number): string {
  const [from, to] = weekOf(index).map((date) => date.toISOString());
  const filter = { from, to, limit: 100, timeZone: ZONES[index % ZONES.length] };
  return `/graphql?query=${encodeURIComponent(OCCURRENCES)}&variables=${encodeURIComponent(JSON.stringify({ filter }))}`;
}

/** The page through the API against the bare statements, and its latency at a rate it can bear. */
async function pages(databaseUrl: string, service: ServiceProcess): Promise<Figure[]> {
  const floor = await ServiceProcess.start('tools/dist/bench/floors/bare-calendar-sql.js', {
    DATABASE_URL: databaseUrl,
  });
  const paths = Array.from({ length: DIFFERENT_WEEKS }, (_, index) => pathOf(index));
  try {
    for (const index of [1, 20, 60]) await assertEqualPages(service.url + pathOf(index), `${floor.url}/?page=${index}`);
    const measures = {
      floor: async () => Number(await (await fetch(floor.url)).text()),
      product: () => saturate({ url: service.url, paths, headers: HEADERS }),
    };
    // A service runs for days: what its first seconds take, before its code is compiled, is not its rate; nor the floor's.
    await compare({ ...measures, pairs: 1 });
    const comparison = await compare(measures);
    const perSecond = Math.max(5, Math.round(median(comparison.product) / 4));
    const targets = paths.map((path) => ({ url: service.url + path, headers: HEADERS }));
    const latencies = await latenciesAt(targets, { perSecond, seconds: 10 });
    return [
      {
        benchmark: 'calendar',
        measure: 'occurrences of a week, limit 100, any zone',
        values: comparison.product,
        unit: 'req/s',
        floor: { name: 'bare SQL of the page', values: comparison.floor },
        bar: '≥ 50 % of the floor',
        isMet: comparison.ratio >= 0.5,
      },
      ...latencyFigures('calendar', `at ${perSecond}/s`, latencies, 30),
    ];
  } finally {
    await floor.stop();
  }
}

/** A benchmark of refusals would be fast, and a floor of other rows none: the page is full and the same for both. */
async function assertEqualPages(product: string, floor: string): Promise<void> {
  const { body } = await request(product, { headers: HEADERS });
  const answer = (await body.json()) as { data?: { occurrences?: { id: string }[] } };
  const ids = answer.data?.occurrences?.map(({ id }) => id);
  if (ids?.length !== 100) throw new Error(`Void: not a full page from ${product}`);
  const expected = await (await request(floor)).body.text();
  if (JSON.stringify(ids) !== expected) throw new Error(`Void: other rows from ${floor} than from ${product}`);
}

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

/** The calendar on a million events. The first run fills the database, which takes some minutes. */
export const calendar: Benchmark = {
  name: 'calendar',
  description: 'occurrences and writes on 1,000,000 events, 30 % of them recurring',
  async run() {
    const databases = await BenchDatabases.start();
    try {
      const url = await databases.seeded('calendar_1m_2', seedCalendar);
      await explain(url);
      const service = await ServiceProcess.start(`apps/${SERVICE}/dist/main.js`, {
        DATABASE_URL: url,
        ENCRYPTION_KEY: 'a key that only benchmarks use, ever',
        RATE_LIMITS: 'off',
      });
      try {
        return [...(await pages(url, service)), ...(await writes(url, service.url))];
      } finally {
        await service.stop();
      }
    } finally {
      await databases.stop();
    }
  },
};
