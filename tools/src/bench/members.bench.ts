import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { Agent, request } from 'undici';
import { addAdminKey, type AdminKey, authorizationOf } from './admin-key';
import { compare, type Comparison } from './harness/compare';
import { BenchDatabases } from './harness/database';
import { type Benchmark, type Figure } from './harness/figure';
import { ServiceProcess } from './harness/service-process';
import { EMPTY_MEMBERS, MEMBERS, writeMembersFile } from './members-data';

const CSV = '/ghost/api/v3/admin/members/csv/';
const BOUNDARY = '----almanac-bench';
/** The bar for the memory of the service. */
const MAX_MEGABYTES = 300;

/** The paths of the CSV files: the imported one (`members`) and the exported one (`out`). */
interface Files {
  members: string;
  out: string;
}

/** A multipart form with the file. */
async function* formWith(path: string): AsyncGenerator<Uint8Array | string> {
  yield `--${BOUNDARY}\r\nContent-Disposition: form-data; name="membersfile"; filename="members.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  yield `\r\n--${BOUNDARY}--\r\n`;
}

/** Imports and exports 100,000 members through one process of the Admin API. */
class MembersService {
  private readonly agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

  constructor(
    private readonly origin: string,
    private readonly key: AdminKey,
    private readonly files: Files,
  ) {}

  /** Imports the members. @returns rows per second */
  async import(): Promise<number> {
    const startedAt = performance.now();
    const { statusCode, body } = await request(this.origin + CSV, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        authorization: authorizationOf(this.key),
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      body: Readable.from(formWith(this.files.members)),
    });
    const response = (await body.json()) as { meta?: { stats: { imported: number } } };
    if (statusCode !== 201 || response.meta?.stats.imported !== MEMBERS)
      throw new Error(`Invalid run: ${JSON.stringify(response)}`);
    return (MEMBERS / (performance.now() - startedAt)) * 1000;
  }

  /** Exports the members. @returns rows per second */
  async export(): Promise<number> {
    const startedAt = performance.now();
    const { statusCode, body } = await request(`${this.origin}${CSV}?limit=all`, {
      dispatcher: this.agent,
      headers: { authorization: authorizationOf(this.key) },
    });
    await pipeline(body, createWriteStream(this.files.out));
    const perSecond = (MEMBERS / (performance.now() - startedAt)) * 1000;
    // No value contains a line break, so each row is one line. The first line is the header, and the file ends with a line break.
    const rows = readFileSync(this.files.out, 'utf8').split('\r\n').length - 2;
    if (statusCode !== 200 || rows !== MEMBERS) throw new Error(`Invalid run: status ${statusCode}, ${rows} rows`);
    return perSecond;
  }
}

async function emptyMembers(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(EMPTY_MEMBERS);
  await client.end();
}

function rateFigure(measure: string, reference: string, compared: Comparison): Figure {
  return {
    benchmark: 'members',
    measure,
    values: compared.product,
    unit: 'rows/s',
    reference: { name: reference, values: compared.reference },
    bar: '≥ 25 % of the reference',
    limits: { ratio: 0.25 },
    isMet: compared.ratio >= 0.25,
  };
}

function memoryFigure(peak: number): Figure {
  return {
    benchmark: 'members',
    measure: 'peak memory, in and out, one process',
    values: [peak],
    unit: 'MB',
    bar: `< ${MAX_MEGABYTES} MB`,
    limits: { value: MAX_MEGABYTES },
    isMet: peak < MAX_MEGABYTES,
  };
}

async function measure(url: string, files: Files): Promise<Figure[]> {
  const service = await ServiceProcess.start('apps/admin-api/dist/main.js', {
    DATABASE_URL: url,
    SITE_URL: 'https://bench.example',
    ADMIN_URL: 'https://admin.bench.example',
    ENCRYPTION_KEY: 'a key that only benchmarks use, ever',
    STORAGE_PATH: join(files.out, '..'),
    RATE_LIMITS: 'off',
  });
  const reference = await ServiceProcess.start('tools/dist/bench/references/bare-members.js', {
    DATABASE_URL: url,
    MEMBERS_FILE: files.members,
    OUT_FILE: files.out,
  });
  const members = new MembersService(service.url, await addAdminKey(url), files);
  const bare = async (method: 'GET' | 'POST'): Promise<number> =>
    Number(await (await request(reference.url, { method, headersTimeout: 0 })).body.text());
  try {
    const into = await compare({
      reference: () => bare('POST'),
      product: () => emptyMembers(url).then(() => members.import()),
    });
    const out = await compare({ reference: () => bare('GET'), product: () => members.export() });
    // Imports and exports once more in sequence: memory that is not freed after the import adds to that of the export.
    await emptyMembers(url);
    await members.import();
    await members.export();
    return [
      rateFigure('100,000 members in', 'bare parse + COPY', into),
      rateFigure('100,000 members out', 'COPY + bare write', out),
      memoryFigure(service.peakMegabytes()),
    ];
  } finally {
    await service.stop();
    await reference.stop();
  }
}

/** Measures the import and the export of 100,000 members as CSV, compared with COPY, and the memory of the Admin API. */
export const members: Benchmark = {
  name: 'members',
  description: 'the Admin API: 100,000 members in and out as CSV against bare COPY, and the memory it takes',
  async run() {
    // Otherwise PostgreSQL would run on the core of the load generator, which writes the exported file. In the reference, the process that
    // writes the file has a core of its own.
    const databases = await BenchDatabases.start({ hasAllCores: true });
    const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
    const files: Files = { members: join(folder, 'members.csv'), out: join(folder, 'out.csv') };
    try {
      writeMembersFile(files.members);
      return await measure(await databases.seeded('empty_1', () => Promise.resolve()), files);
    } finally {
      await databases.stop();
      rmSync(folder, { recursive: true });
    }
  },
};
