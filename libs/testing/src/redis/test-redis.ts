import { spawnSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { startRedisProcess } from './redis-process';

/** What a Redis has unless told otherwise; the first one holds the marks of who uses which. */
const DATABASES = 16;

/** A suite that was killed gives its database back after this long. */
const RESERVED_SECONDS = 900;

/** A Redis that belongs to one suite. */
export interface TestRedis {
  /** redis:// URL with a database of its own. */
  url: string;
  stop(): Promise<void>;
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

/** Suites run side by side: each takes one of the server's databases for itself, and gives it back empty. */
async function reserveDatabase(server: string): Promise<TestRedis> {
  const registry = new Redis(server);
  for (let number = 1; number < DATABASES; number += 1) {
    const mark = `almanac-test-database-${number}`;
    if ((await registry.set(mark, process.pid, 'EX', RESERVED_SECONDS, 'NX')) === null) continue;
    const url = Object.assign(new URL(server), { pathname: `/${number}` }).href;
    await registry.select(number);
    await registry.flushdb();
    return {
      url,
      stop: async () => {
        await registry.flushdb();
        await registry.select(0);
        await registry.del(mark);
        registry.disconnect();
      },
    };
  }
  registry.disconnect();
  throw new Error('Every database of TEST_REDIS_URL is taken.');
}

/** Takes a database of TEST_REDIS_URL, or starts a server on a free port. */
export async function startTestRedis(): Promise<TestRedis> {
  const given = process.env.TEST_REDIS_URL;
  if (given) return reserveDatabase(given);
  const server = await startRedisProcess();
  return { url: `redis://127.0.0.1:${server.port}`, stop: () => server.kill() };
}
