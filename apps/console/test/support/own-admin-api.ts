import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { local } from './browser';

const ROOT = join(__dirname, '../../../..');
const SCRIPT = 'apps/admin-api/dist/main.js';
const SET_UP = 'tools/dist/local/set-up.js';
const READY_TIMEOUT_MS = 60_000;

/** The values that the set-up program prints about a site. */
type Site = Pick<ReturnType<typeof local>, 'owner' | 'adminKey'>;

/** A second admin-api beside the running Almanac. A suite may kill it without an effect on other suites. */
export class OwnAdminApi {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly url: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Starts one on the database of the running Almanac, on the port CONSOLE_TEST_FREE_PORT. */
  static start(): Promise<OwnAdminApi> {
    return OwnAdminApi.startAt(process.env['CONSOLE_TEST_FREE_PORT'] ?? '', environmentOfAdminApi(), {});
  }

  /** Starts one for a new site with a database of its own, which has the staff of the sample site and no worker. */
  static async startForNewSite(): Promise<OwnAdminApi> {
    const environment = environmentOfAdminApi();
    const database = new URL(environment['DATABASE_URL'] ?? '');
    database.pathname = `/console_${Date.now()}`;
    const secrets = { OWNER_PASSWORD: local().owner.password, CALENDAR_HASH: randomBytes(32).toString('base64url') };
    const own = { ...environment, DATABASE_URL: database.href };
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, SET_UP)], {
      env: { ...own, ...secrets },
    });
    const { owner, adminKey } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Site;
    return OwnAdminApi.startAt(await freePort(), own, { owner, adminKey });
  }

  /** Starts it, and makes it the admin-api of this suite: `consoleUrl` and `signIn` lead to it. */
  private static async startAt(port: string, environment: NodeJS.ProcessEnv, site: Partial<Site>) {
    const url = `http://localhost:${port}`;
    const own = new OwnAdminApi(url, { ...environment, PORT: port, ADMIN_URL: url });
    await own.start();
    process.env['CONSOLE_TEST_LOCAL'] = JSON.stringify({ ...local(), ...site, adminApiUrl: url });
    return own;
  }

  /** Starts it again after `kill`, and waits until it responds. */
  async start(): Promise<void> {
    this.#process = spawn(process.execPath, [join(ROOT, SCRIPT)], {
      env: this.environment,
      stdio: 'ignore',
    });
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await isReady(this.url))) {
      if (Date.now() > deadline) throw new Error('The second admin-api is not ready.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async kill(): Promise<void> {
    if (!this.#process || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' && address?.port);
}

/** The environment of the admin-api that the launcher started. */
function environmentOfAdminApi(): NodeJS.ProcessEnv {
  const state = process.env['CONSOLE_TEST_STATE'] ?? '';
  const { pid } = JSON.parse(readFileSync(join(state, 'run.json'), 'utf8')) as { pid: number };
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const found = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('admin-api'));
  if (!found) throw new Error('The launcher has no process of admin-api.');
  const variables = readFileSync(`/proc/${found}/environ`, 'utf8').split('\0').filter(Boolean);
  const entries = variables.map(
    (line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const,
  );
  // These variables name the IPC channel to the launcher. The new process has no such channel, and Node would exit with an error.
  return Object.fromEntries(entries.filter(([name]) => !name.startsWith('NODE_CHANNEL_')));
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
