import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATE, StartError } from './settings.mjs';

/** The file with the pid of the launcher that uses this STATE folder and, because pids are reused, the start time of its process. */
const FILE = join(STATE, 'run.json');

/** The start time of a process in clock ticks since boot; undefined without /proc. `run.json` stores it as `began`. */
function startTicksOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name of the program in parentheses, which may
    // contain spaces and parentheses. The start time is the 22nd field.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isRunning({ pid, began }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return began === startTicksOf(pid);
}

const readRun = () =>
  readFile(FILE, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);

/** @throws StartError with the addresses of the run and how to stop it */
function throwAlreadyRunning({ pid, startedAt, ports }) {
  const origin = (name) => `http://localhost:${ports[name]}`;
  throw new StartError(`Almanac already runs: process ${pid}, started ${startedAt}.

  Site          ${origin('EDGE_PORT')}
  Console       ${origin('ADMIN_API_PORT')}/console/
  Content API   ${origin('CONTENT_API_PORT')}
  Admin API     ${origin('ADMIN_API_PORT')}
  Calendar      ${origin('CALENDAR_GRAPHQL_PORT')}
  Worker        ${origin('SCHEDULER_WORKER_PORT')}
  Mailbox       ${origin('MAILBOX_PORT')}

  The keys are in ${join(STATE, 'local.json')}. Stop it with Ctrl-C in its terminal, or with: kill ${pid}`);
}

/**
 * Registers this process as the only launcher that uses the STATE folder, until {@link endRun}.
 * @throws StartError when another launcher is running
 */
export async function beginRun(ports) {
  await mkdir(STATE, { recursive: true });
  const run = { pid: process.pid, began: startTicksOf(process.pid), startedAt: new Date().toISOString(), ports };
  for (;;) {
    try {
      return await writeFile(FILE, JSON.stringify(run), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const other = await readRun();
    if (other && isRunning(other)) throwAlreadyRunning(other);
    await rm(FILE, { force: true });
  }
}

/** @throws StartError when a launcher is running */
export async function assertNoRun() {
  const other = await readRun();
  if (other && isRunning(other)) throwAlreadyRunning(other);
}

export async function endRun() {
  const run = await readRun();
  if (run?.pid === process.pid) await rm(FILE, { force: true });
}
