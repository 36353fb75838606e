import { zipOf } from '@almanac/testing';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:http';
import { type AdminApiUnderTest, startAdminApi, tokenFor } from './admin-api';

const MEGABYTE = 1_000_000;
const BOUNDARY = 'almanac-form-boundary';
/** The maximum memory that an import may add to the process. */
const MAX_EXTRA_BYTES = 200 * MEGABYTE;
/** The chart probes readiness each 3 s and takes a replica out of service after two failures in a row. */
const MAX_UNREADY_MS = 6_000;

interface Outcome {
  status: number;
  body: { errors?: { message: string; type: string; help: string | null }[]; problems?: { message: string }[] };
  /** Bytes of the file that were sent before the response. */
  sentBytes: number;
  /** The peak memory of the process during the request, above the memory before it. */
  extraBytes: number;
  /** The longest time during the request without a ready answer of /health/ready, in milliseconds. */
  unreadyMs: number;
}

let api: AdminApiUnderTest;
/** An archive with many posts. */
let archive: Buffer;
let origin: string;
let temporary: string;
const REAL_TMPDIR = process.env.TMPDIR;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'almanac-limits-'));
  process.env.TMPDIR = temporary;
  // Before the service starts: the compression blocks the event loop for seconds, and the service would close idle connections meanwhile.
  const content = Buffer.concat([...manyPosts()]);
  archive = zipOf([{ name: 'a.json', content, isDeflated: true }]);
  api = await startAdminApi();
  await api.app.listen(0, '127.0.0.1');
  origin = `http://127.0.0.1:${(api.app.getHttpServer().address() as AddressInfo).port}`;
});
afterAll(async () => {
  if (REAL_TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = REAL_TMPDIR;
  await api.close();
  await rm(temporary, { recursive: true });
});
afterEach(async () => {
  expect((await readdir(temporary)).filter((name) => name.startsWith('almanac-'))).toEqual([]);
});

/** Requests readiness in a loop, and samples memory. */
function watch(): { stop: () => Promise<Pick<Outcome, 'extraBytes' | 'unreadyMs'>> } {
  const before = process.memoryUsage().rss;
  let largest = before;
  let readyAt = Date.now();
  let unreadyMs = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const isReady = (await fetch(`${origin}/health/ready`)).ok;
      unreadyMs = Math.max(unreadyMs, Date.now() - readyAt);
      if (isReady) readyAt = Date.now();
      largest = Math.max(largest, process.memoryUsage().rss);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return { extraBytes: largest - before, unreadyMs };
    },
  };
}

/** Uploads a file while it is generated, at the speed at which the service reads it. */
async function upload(pieces: Iterable<Buffer>, filename = 'export.json'): Promise<Outcome> {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="importfile"; filename="${filename}"\r\nContent-Type: application/json\r\n\r\n`;
  const watcher = watch();
  let sentBytes = 0;
  const answered = new Promise<{ status: number; text: string; sentBytes: number }>((resolve, reject) => {
    const outgoing = request(`${origin}/ghost/api/v3/admin/db/`, {
      method: 'POST',
      headers: {
        authorization: `Ghost ${tokenFor(api.adminKey, '/v3/admin/')}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
    });
    let isAnswered = false;
    outgoing.on('error', (error) => !isAnswered && reject(error));
    outgoing.on('response', (response) => {
      isAnswered = true;
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text, sentBytes });
        outgoing.destroy();
      });
    });
    void (async () => {
      outgoing.write(head);
      for (const piece of pieces) {
        if (isAnswered) return;
        sentBytes += piece.length;
        await new Promise((done) => outgoing.write(piece, done));
      }
      outgoing.end(`\r\n--${BOUNDARY}--\r\n`);
    })();
  });
  const { status, text, sentBytes: sent } = await answered;
  return { status, body: JSON.parse(text) as Outcome['body'], sentBytes: sent, ...(await watcher.stop()) };
}

/** `first`, then `repeated` up to the size, then `last`. */
function* filled(first: string, repeated: string, last: string, bytes: number): Generator<Buffer> {
  yield Buffer.from(first);
  const piece = Buffer.from(repeated.repeat(Math.ceil(MEGABYTE / repeated.length)));
  for (let done = 0; done < bytes; done += piece.length) yield piece;
  yield Buffer.from(last);
}

/** A document of many tables with different names and one row each. */
function* manyTables(bytes: number): Generator<Buffer> {
  yield Buffer.from('{"data":{"t":[1]');
  for (let done = 0, number = 0; done < bytes;) {
    const piece = Buffer.from(Array.from({ length: 50_000 }, () => `,"t${(number += 1)}":[1]`).join(''));
    done += piece.length;
    yield piece;
  }
  yield Buffer.from('}}');
}

const inTable = (table: string): [string, string] => [`{"db":[{"data":{"${table}":[{}`, ']}}]}'];
const SIZE = 120 * MEGABYTE;
const [POSTS, END] = inTable('posts');
const manyPosts = (): Generator<Buffer> => filled(POSTS, ',{}', END, SIZE);

describe('POST /db/ with 120 MB', () => {
  const [actions] = inTable('actions');
  it.each<[string, Iterable<Buffer>, number, RegExp]>([
    ['with {},{},… in a table that is imported', manyPosts(), 413, /more than 500000 rows of posts/],
    ['with {},{},… in a table that is not imported', filled(actions, ',{}', END, SIZE), 413, /more than 5000000 rows/],
    ['with {},{},… outside of any object', filled('', '{},', '{}', SIZE), 400, /Failed to parse/],
    ['with numbers in a table', filled(POSTS, ',1', END, SIZE), 413, /rows of posts/],
    ['with [[[[…', filled('', '[', '', SIZE), 413, /nested deeper than 32 levels/],
    ['with {"a":{"a":…', filled('', '{"a":', '', SIZE), 413, /nested deeper than 32 levels/],
    [
      'with one string',
      filled('{"db":[{"data":{"posts":[{"html":"', 'x', '"}]}}]}', SIZE),
      413,
      /a row of more than 10 MB/,
    ],
    ['with one number', filled('{"db":', '1', '}', SIZE), 413, /a row of more than 10 MB/],
    ['with white space', filled('{"db":', ' ', '[]}', SIZE), 413, /a row of more than 10 MB/],
    ['with a list in one row', filled('{"db":[{"data":{"posts":[{"a":[{}', ',{}', ']}]}}]}', SIZE), 413, /JSON tokens/],
    ['with values outside of tables', filled('{"x":[{}', ',{}', ']}', SIZE), 413, /JSON tokens/],
    ['with tables of one row', manyTables(SIZE), 413, /more than 1000 tables/],
    ['with keys in one row', filled('{"db":[{"data":{"posts":[{"a":1', ',"a":1', '}]}}]}', SIZE), 413, /JSON tokens/],
  ])(
    '%s is rejected at the limit, within the memory limit, while the service stays ready',
    async (_, pieces, status, message) => {
      const { body, ...outcome } = await upload(pieces);
      expect([outcome.status, body.errors?.[0]?.message]).toEqual([status, expect.stringMatching(message)]);
      expect(outcome.extraBytes).toBeLessThan(MAX_EXTRA_BYTES);
      expect(outcome.unreadyMs).toBeLessThan(MAX_UNREADY_MS);
    },
  );

  it('in an archive is rejected the same way', async () => {
    const { body, ...outcome } = await upload([archive], 'export.zip');
    expect([outcome.status, body.errors?.[0]?.message]).toEqual([413, expect.stringMatching(/rows of posts/)]);
    expect(outcome.unreadyMs).toBeLessThan(MAX_UNREADY_MS);
  });
});
