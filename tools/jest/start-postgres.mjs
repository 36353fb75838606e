// The global set-up of suites with a database: starts one PostgreSQL for a jest run. Each suite creates its own databases (libs/testing).
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, stopLeftover } from '../local/embedded-postgres.mjs';
import { freePort } from '../local/free-port.mjs';

const prefix = 'almanac-test-';

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Stops the servers of killed jest runs and deletes their data. The name of a data folder contains the pid of its run. */
async function removeAbandoned() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (isRunning(Number(name.slice(prefix.length)))) continue;
    await stopLeftover(join(tmpdir(), name));
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

// The data is deleted after the run, so durability is off.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '64MB' };

export default async function setUp() {
  if (process.env.TEST_DATABASE_URL) return;
  await removeAbandoned();
  const dataFolder = join(tmpdir(), `${prefix}${process.pid}`);
  const server = await startEmbeddedPostgres({ dataFolder, port: await freePort(), settings });
  process.env.TEST_DATABASE_URL = server.url();
  globalThis.almanacTestServer = server;
}
