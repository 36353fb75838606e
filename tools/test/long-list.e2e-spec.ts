import { addIntegration, addOwner, createTestDatabase, type TestDatabase } from '@almanac/testing';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedToken, validToken } from '../src/exchanges/tokens';
import { Service } from '../src/faults/cluster/service';

jest.setTimeout(300_000);

const POSTS = 1_200;
/** The html of all posts is about twice as large as the heap. */
const HTML_BYTES = 400_000;
const HEAP_LIMIT_MB = 256;
const POST_ID = /"comment_id":/g;

/** The status of a response, the size of its body, and the number of matches of `pattern` in it. */
async function measureBody(url: string, authorization: string, pattern: RegExp): Promise<[number, number, number]> {
  const [response] = (await once(get(url, { headers: { authorization } }), 'response')) as [IncomingMessage];
  let [bytes, matches, tail] = [0, 0, ''];
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
    const text = tail + chunk;
    matches += text.match(pattern)?.length ?? 0;
    bytes += chunk.length;
    // A match may be split between two chunks.
    tail = pattern.test(text.slice(-20)) ? '' : text.slice(-20);
    pattern.lastIndex = 0;
  }
  return [response.statusCode ?? 0, bytes, matches];
}

describe('admin-api with the heap of a small container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-long-list-'));
  const exits: string[] = [];
  let database: TestDatabase;
  let service: Service;
  let authorization: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { manager } = await database.publishing();
    await addOwner(manager, { name: 'Olive', slug: 'olive' });
    const { adminKey } = await addIntegration(manager, { name: 'Backup' });
    await manager.query(
      `insert into publishing.posts (id, uuid, title, slug, html, comment_id, status, created_at, created_by, updated_at)
       select lpad(to_hex(n), 24, '0'), gen_random_uuid(), 'Post ' || n, 'post-' || n, repeat('x', $1), lpad(to_hex(n), 24, '0'),
         'draft', now(), '1', now()
       from generate_series(1, $2) n`,
      [HTML_BYTES, POSTS],
    );
    service = await Service.create({
      name: 'admin-api',
      script: 'apps/admin-api/dist/main.js',
      environment: {
        NODE_OPTIONS: `--max-old-space-size=${HEAP_LIMIT_MB}`,
        DATABASE_URL: database.url,
        SITE_URL: 'https://site.example',
        ADMIN_URL: 'https://admin.example',
        ENCRYPTION_KEY: 'a key that only this test uses, of 32',
        STORAGE_PATH: join(folder, 'content'),
        LOG_LEVEL: 'error',
      },
      logFile: join(folder, 'admin-api.log'),
      onExit: (name, code) => exits.push(`${name} exited with ${code}`),
    });
    await service.start();
    authorization = `Ghost ${signedToken(validToken('v3', adminKey.id), Buffer.from(adminKey.secret, 'hex'))}`;
  });
  afterAll(async () => {
    await service?.retire();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('sends a list that is larger than its memory', async () => {
    const url = `${service.url}/ghost/api/v3/admin/posts/?limit=all&formats=html`;
    const [status, bytes, posts] = await measureBody(url, authorization, POST_ID);
    expect(exits).toEqual([]);
    expect(status).toBe(200);
    expect(bytes).toBeGreaterThan(POSTS * HTML_BYTES);
    expect(posts).toBe(POSTS);
    expect(service.isRunning).toBe(true);
  });
});
