import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Redis that belongs to one suite. */
export interface TestRedis {
  /** redis:// URL with a database of its own. */
  url: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

function ended(child: ChildProcess): Promise<void> {
  return child.exitCode === null ? new Promise((resolve) => child.once('exit', () => resolve())) : Promise.resolve();
}

/** Whether suites on Redis can run here: TEST_REDIS_URL is set, or a redis-server is on the PATH. */
export function hasTestRedis(): boolean {
  return Boolean(process.env.TEST_REDIS_URL) || spawnSync('redis-server', ['--version']).status === 0;
}

/** Says on standard error that a suite is left out for want of Redis; a silent skip would look like a pass. */
export function warnAboutMissingRedis(suite: string): void {
  process.stderr.write(
    `\n*** NOT RUN ON REDIS: ${suite}. Set TEST_REDIS_URL or put redis-server on the PATH to run it. ***\n\n`,
  );
}

/** Connects to TEST_REDIS_URL, in a database nobody else is likely to use, or starts a server on a free port. */
export async function startTestRedis(): Promise<TestRedis> {
  const given = process.env.TEST_REDIS_URL;
  if (given) {
    const url = Object.assign(new URL(given), { pathname: `/${randomInt(1, 16)}` }).href;
    return { url, stop: () => Promise.resolve() };
  }
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'almanac-redis-'));
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
