// Starts what `npm start` starts, with ports and data of its own. The suites read CONSOLE_TEST_LOCAL and CONSOLE_TEST_STATE.
// CONSOLE_TEST_FREE_PORT is a free port for a process that a suite starts itself.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../tools/local/free-port.mjs';
import { untilReady } from '../../../../tools/local/processes.mjs';
import { buildFrontEnds, installDependencies } from '../../../../tools/local/prepare.mjs';
import { ROOT } from '../../../../tools/local/settings.mjs';

const READY_TIMEOUT_MS = 240_000;
const PORTS = [
  'EDGE_PORT',
  'SITE_PORT',
  'CONTENT_API_PORT',
  'ADMIN_API_PORT',
  'CALENDAR_GRAPHQL_PORT',
  'SCHEDULER_WORKER_PORT',
  'MAILBOX_PORT',
  'SMTP_PORT',
  'POSTGRES_PORT',
];

export default async function setUp() {
  if (process.env.CONSOLE_TEST_LOCAL) return;
  // The launcher builds the Console while the services already run, and an earlier build would be served until then.
  await installDependencies();
  await buildFrontEnds();
  const state = mkdtempSync(join(tmpdir(), 'almanac-console-'));
  // PostgreSQL runs as another user if this process is root. If it could not reach this folder, its data would be elsewhere and remain.
  chmodSync(state, 0o711);
  const ports = await Promise.all(PORTS.map(() => freePort()));
  const { DATABASE_URL: _database, QUEUE_URL: _queue, NODE_ENV: _environment, ...inherited } = process.env;
  const env = {
    ...inherited,
    ...Object.fromEntries(PORTS.map((name, i) => [name, String(ports[i])])),
    ALMANAC_STATE: state,
    // Suites that run at the same time change events as the same user.
    MUTATIONS_PER_USER_PER_MINUTE: '600',
  };
  const child = spawn(process.execPath, [join(ROOT, 'tools/local/start.mjs')], { env, cwd: ROOT });
  globalThis.almanacOfConsoleTests = { child, state };
  await untilLauncherIsReady(child);
  const local = readFileSync(join(state, 'local.json'), 'utf8');
  await untilReady(JSON.parse(local).consoleUrl, { timeoutMs: READY_TIMEOUT_MS, describe: () => '' });
  process.env.CONSOLE_TEST_LOCAL = local;
  process.env.CONSOLE_TEST_STATE = state;
  process.env.CONSOLE_TEST_FREE_PORT = String(await freePort());
}

/** Waits until the launcher prints that Almanac is ready. */
function untilLauncherIsReady(child) {
  let output = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Almanac is not ready:\n${output}`)), READY_TIMEOUT_MS);
    const read = (chunk) => {
      output += chunk;
      if (output.includes('Almanac is ready')) resolve(clearTimeout(timer));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The launcher exited with ${code}:\n${output}`)));
  });
}
