import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../local/free-port.mjs';

/** Starts an empty PostgreSQL and an empty Redis. @returns their URLs, and `stop`, which also deletes their data */
export async function startEngines() {
  const { startEmbeddedPostgres } = await import('../local/embedded-postgres.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'almanac-engines-'));
  // PostgreSQL runs as another user if this process is root. If it could not reach this folder, its data would be elsewhere and remain.
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), port: await freePort() });
  const redisPort = await freePort();
  const redis = spawn('redis-server', ['--port', String(redisPort), '--save', '', '--maxmemory-policy', 'noeviction'], {
    stdio: 'ignore',
  });
  try {
    await once(redis, 'spawn');
  } catch (error) {
    await postgres.stop('immediate');
    throw new Error('redis-server cannot be started.', { cause: error });
  }
  return {
    databaseUrl: postgres.url(),
    queueUrl: `redis://127.0.0.1:${redisPort}`,
    stop: async () => {
      redis.kill();
      await postgres.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
