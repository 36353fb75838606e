import type { ImportReport } from '@almanac/publishing';
import { createTestDatabase, freePort, type TestDatabase } from '@almanac/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SeededRandom } from '../src/faults/random';
import { fuzzedFile } from '../src/import-fuzz/fuzzed-file';
import { LargeExport } from '../src/import-fuzz/large-export';
import { lossesOf } from '../src/import-fuzz/losses';
import { setUpSite, type SiteCredentials } from '../src/local/local-site';
import { eventually, ROOT } from './local-run';

const SEED = 20_261_122;
const FILES = Number(process.env.ALMANAC_FUZZED_FILES ?? 25);
const LARGE_MEGABYTES = Number(process.env.ALMANAC_LARGE_IMPORT_MEGABYTES ?? 30);
/**
 * Where nothing limits the memory, Node 24 takes up to 134 MB for new objects, earlier lines 34 MB. The heap limit is the one that a
 * container of 512 MiB gives.
 */
const NODE_OPTIONS = Number(process.versions.node.split('.')[0]) >= 24 ? ['--max-heap-size=259'] : [];
const MAX_RESIDENT_MEGABYTES = 300;
const PASSWORD = 'correct horse battery staple';
const ENCRYPTION_KEY = 'a key that only this test uses, of 32';

jest.setTimeout(180_000 + FILES * 5_000 + LARGE_MEGABYTES * 5_000);

interface ImportResponse {
  status: number;
  report?: ImportReport;
  imports?: { id: string; status: string; error: unknown; report: ImportReport | null }[];
}

describe('imports over HTTP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-imports-'));
  let database: TestDatabase;
  let service: ChildProcess;
  let url: string;
  let cookie: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const credentials = await setUp(database, url);
    service = spawn(process.execPath, [...NODE_OPTIONS, join(ROOT, 'apps/admin-api/dist/main.js')], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        SITE_URL: url,
        SINGLE_ORIGIN: 'true',
        ENCRYPTION_KEY,
        STORAGE_PATH: join(folder, 'content'),
        TMPDIR: folder,
        LOG_LEVEL: 'error',
        HOST: '127.0.0.1',
        PORT: String(port),
      },
      stdio: 'ignore',
    });
    await eventually(() =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    cookie = await signIn(url, credentials);
  });
  afterAll(async () => {
    service.kill('SIGTERM');
    if (service.exitCode === null && service.signalCode === null) await once(service, 'exit');
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  async function send(path: string, init: RequestInit = {}): Promise<ImportResponse> {
    const headers = { origin: url, cookie, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}/ghost/api/canary/admin/${path}`, { ...init, headers });
    return { status: response.status, ...((await response.json()) as object) };
  }

  function upload(content: Blob, filename: string, headers: Record<string, string> = {}): Promise<ImportResponse> {
    const body = new FormData();
    body.append('importfile', content, filename);
    return send('db/', { method: 'POST', headers, body });
  }

  /** The most memory that the service has used, in MB; undefined where the system does not say it. */
  function mostMemory(): number | undefined {
    const path = `/proc/${service.pid}/status`;
    if (!existsSync(path)) return undefined;
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1]) / 1024;
  }

  it(`${FILES} generated files are answered without an error of the server, and every row is accounted for`, async () => {
    const random = new SeededRandom(SEED);
    const findings: string[] = [];
    let imported = 0;
    for (let number = 1; number <= FILES; number += 1) {
      const { filename, content, rows } = fuzzedFile(random, number);
      const { status, report } = await upload(new Blob([new Uint8Array(content)]), filename);
      if (status >= 500 || (rows !== undefined && status !== 200)) findings.push(`file ${number}: ${status}`);
      if (report === undefined) continue;
      imported += 1;
      findings.push(...lossesOf(report, rows ?? {}).map((loss) => `file ${number}: ${loss}`));
    }
    expect(findings).toEqual([]);
    expect(imported).toBeGreaterThan(FILES / 4);
  });

  it(`a file of ${LARGE_MEGABYTES} MB is imported within ${MAX_RESIDENT_MEGABYTES} MB of memory`, async () => {
    const path = join(folder, 'large.json');
    const file = new LargeExport(LARGE_MEGABYTES * 1_000_000, SEED);
    await pipeline(Readable.from(file.pieces()), createWriteStream(path));
    const started = await upload(await openAsBlob(path), 'large.json', { prefer: 'respond-async' });
    expect(started.status).toBe(202);
    const state = await eventually(
      async () => {
        const [latest] = (await send(`db/imports/${started.imports?.[0]?.id}/`)).imports ?? [];
        return latest?.status === 'running' ? undefined : latest;
      },
      60_000 + LARGE_MEGABYTES * 4_000,
    );
    expect([state.status, state.error]).toEqual(['finished', null]);
    expect(state.report && lossesOf(state.report, { posts: file.posts })).toEqual([]);
    expect(mostMemory() ?? 0).toBeLessThan(MAX_RESIDENT_MEGABYTES);
  });
});

async function setUp(database: TestDatabase, siteUrl: string): Promise<SiteCredentials> {
  const dataSource = await database.publishing();
  const context = { dataSource, clock: { now: () => new Date() }, siteUrl, encryptionKey: ENCRYPTION_KEY };
  return setUpSite(context, { ownerPassword: PASSWORD, isEmpty: true });
}

/** @returns the cookie of a session of the owner */
async function signIn(url: string, { owner }: SiteCredentials): Promise<string> {
  const response = await fetch(`${url}/ghost/api/canary/admin/session/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username: owner.email, password: PASSWORD }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
