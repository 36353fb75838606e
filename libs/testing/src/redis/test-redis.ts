import { spawnSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { startRedisProcess } from './redis-process';

/** The default number of databases of a Redis server. Database 0 stores which other databases are reserved. */
const DATABASES = 16;

/** A reservation expires after this time, because a suite that is killed does not end its reservation. */
const RESERVED_SECONDS = 900;

/** A Redis database for one suite. */
export interface TestRedis {
  /** redis:// URL, with the number of the database if it is not 0. */
  url: string;
  stop(): Promise<void>;
}

/** Whether suites on Redis can run: TEST_REDIS_URL is set, or redis-server is on the PATH. */
export function hasTestRedis(): boolean {
  return Boolean(process.env.TEST_REDIS_URL) || spawnSync('redis-server', ['--version']).status === 0;
}

/** Prints on standard error that a suite is skipped without Redis. A silent skip would look like a pass. */
export function warnAboutMissingRedis(suite: string): void {
  process.stderr.write(
    `\n*** NOT RUN ON REDIS: ${suite}. Set TEST_REDIS_URL or put redis-server on the PATH to run it. ***\n\n`,
  );
}

/** Reserves a database of the server, because suites run in parallel. `stop` empties and releases it. */
async function reserveDatabase(server: string): Promise<TestRedis> {
  const registry = new Redis(server);
  for (let number = 1; number < DATABASES; number += 1) {
    const key = `almanac-test-database-${number}`;
    if ((await registry.set(key, process.pid, 'EX', RESERVED_SECONDS, 'NX')) === null) continue;
    const url = Object.assign(new URL(server), { pathname: `/${number}` }).href;
    await registry.select(number);
    await registry.flushdb();
    return {
      url,
      stop: async () => {
        await registry.flushdb();
        await registry.select(0);
        await registry.del(key);
        registry.disconnect();
      },
    };
  }
  registry.disconnect();
  throw new Error('Every database of TEST_REDIS_URL is reserved.');
}

/** Reserves a database of TEST_REDIS_URL if it is set; otherwise starts a server on a free port. */
export async function startTestRedis(): Promise<TestRedis> {
  const given = process.env.TEST_REDIS_URL;
  if (given) return reserveDatabase(given);
  const server = await startRedisProcess();
  return { url: `redis://127.0.0.1:${server.port}`, stop: () => server.kill() };
}
