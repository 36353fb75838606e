import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { local } from './browser';

const SCRIPT = 'apps/admin-api/dist/main.js';
const READY_TIMEOUT_MS = 60_000;

/** A second admin-api on the database of the running Almanac. A suite may kill it; the other suites do not notice. */
export class OwnAdminApi {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly url: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Starts it, and makes it the admin-api of this suite: `consoleUrl` and `signIn` lead to it. */
  static async start(): Promise<OwnAdminApi> {
    const port = process.env['CONSOLE_TEST_FREE_PORT'] ?? '';
    const url = `http://localhost:${port}`;
    const own = new OwnAdminApi(url, { ...environmentOfAdminApi(), PORT: port, ADMIN_URL: url });
    await own.start();
    process.env['CONSOLE_TEST_LOCAL'] = JSON.stringify({ ...local(), adminApiUrl: url });
    return own;
  }

  /** Starts it again after `kill`, and waits until it responds. */
  async start(): Promise<void> {
    this.#process = spawn(process.execPath, [join(__dirname, '../../../..', SCRIPT)], {
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

/** The environment of the admin-api that the launcher started. */
function environmentOfAdminApi(): NodeJS.ProcessEnv {
  const state = process.env['CONSOLE_TEST_STATE'] ?? '';
  const { pid } = JSON.parse(readFileSync(join(state, 'run.json'), 'utf8')) as { pid: number };
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const found = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('admin-api'));
  if (!found) throw new Error('The launcher has no process of admin-api.');
  const variables = readFileSync(`/proc/${found}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(
    variables.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
