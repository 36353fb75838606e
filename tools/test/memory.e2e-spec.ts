import { addIntegration, addOwner, addPost, createTestDatabase, freePort, type TestDatabase } from '@almanac/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { eventually, ROOT } from './local-run';

jest.setTimeout(180_000);

const POSTS = 150;
const HTML = `<p>${'A paragraph of a long article. '.repeat(6_000)}</p>`;
/** Together they need several times the heap below; one of them fits. */
const REQUESTS = 30;
const HEAP_LIMIT_MB = 256;

describe('content-api with the heap of a small container', () => {
  let database: TestDatabase;
  let service: ChildProcess;
  let url: string;
  let key: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { manager } = await database.publishing();
    const owner = await addOwner(manager, { name: 'Olive', slug: 'olive' });
    const keys = await addIntegration(manager, { name: 'Front end' });
    key = keys.contentKey.secret;
    for (let index = 0; index < POSTS; index++)
      await addPost(manager, { slug: `p-${index}`, html: HTML, publishedAt: new Date(), authors: [owner] });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = spawn(process.execPath, [join(ROOT, 'apps/content-api/dist/main.js')], {
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: `--max-old-space-size=${HEAP_LIMIT_MB}`,
        DATABASE_URL: database.url,
        SITE_URL: 'https://site.example',
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
  });
  afterAll(async () => {
    if (service.exitCode === null && service.signalCode === null) {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
    await database.drop();
  });

  it('survives more large lists at once than fit into its memory', async () => {
    // Not fetch: on a busy machine its own time limit for connections fails.
    const ask = (index: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const path = `/ghost/api/v3/content/posts/?key=${key}&limit=all&formats=html&filter=slug:-other-${index}`;
        get(`${url}${path}`, { agent: false }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
          response.once('error', reject);
        }).once('error', reject);
      });
    const statuses = await Promise.all(Array.from({ length: REQUESTS }, (_, index) => ask(index)));
    expect(service.signalCode ?? service.exitCode).toBeNull();
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });
});
