import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port';

/** PgBouncer does not run as root. These are the ids of the unprivileged user and group of every Debian system. */
const UNPRIVILEGED = { uid: 65534, gid: 65534 };
const START_TIMEOUT_MS = 10_000;

/** A PgBouncer in transaction mode in front of one PostgreSQL. */
export interface TestPgBouncer {
  /** The URL of a database through PgBouncer. */
  url: (database: string) => string;
  /** The log of PgBouncer so far. */
  log: () => string;
  stop(): Promise<void>;
}

/** Whether `pgbouncer` is on the PATH, so that its suites can run. */
export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0;
}

/** Prints on standard error that a suite is skipped without PgBouncer. A silent skip would look like a pass. */
export function warnAboutMissingPgBouncer(suite: string): void {
  process.stderr.write(
    `\n*** NOT RUN THROUGH PGBOUNCER: ${suite}. Install pgbouncer (apt-get install pgbouncer) to run it. ***\n\n`,
  );
}

async function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** The configuration without `ignore_startup_parameters`: PgBouncer rejects unknown startup parameters, as by default. */
function configuration(
  folder: string,
  { port, server, poolSize }: { port: number; server: URL; poolSize: number },
): string {
  return `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_login_retry = 1
`;
}

/** Starts PgBouncer in transaction mode in front of the server of `serverUrl`, with at most `poolSize` connections per database. */
export async function startPgBouncer(serverUrl: string, { poolSize = 20 } = {}): Promise<TestPgBouncer> {
  const server = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'almanac-pgbouncer-'));
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const files = {
    'pgbouncer.ini': configuration(folder, { port, server, poolSize }),
    'users.txt': `"${server.username}" ""\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  if (isRoot)
    for (const path of [folder, ...Object.keys(files).map((name) => join(folder, name))])
      chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && UNPRIVILEGED),
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let waitedMs = 0; !(await acceptsConnections(port)); waitedMs += 50) {
    if (waitedMs > START_TIMEOUT_MS || child.exitCode !== null) {
      await stop();
      throw new Error(`pgbouncer did not start: ${log}`);
    }
    await pause(50);
  }
  const url = (database: string): string => `postgres://${server.username}@127.0.0.1:${port}/${database}`;
  return { url, log: () => log, stop };
}
