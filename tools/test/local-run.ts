import { freePort } from '@almanac/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type LocalDescription } from '../src/local-description';

export const ROOT = resolve(__dirname, '../..');
const PORTS = [
  'EDGE_PORT',
  'CONTENT_API_PORT',
  'ADMIN_API_PORT',
  'CALENDAR_GRAPHQL_PORT',
  'SCHEDULER_WORKER_PORT',
  'SITE_PORT',
  'MAILBOX_PORT',
  'SMTP_PORT',
  'POSTGRES_PORT',
];

/** Repeats `check` until its result is truthy. @returns that result @throws Error after the time limit */
export async function eventually<T>(check: () => T | Promise<T>, timeoutMs = 60_000): Promise<T & {}> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const result = await check();
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`The condition was not met within ${timeoutMs} ms.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The process has exited, or belongs to another user. */
function isGone(error: unknown): boolean {
  // No instanceof: errors of the file system come from another realm than the test.
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(String(error.code));
}

/** Ids of processes whose command line or environment contains `mark`. */
export function processesNaming(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark) ||
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
        );
      } catch (error) {
        if (isGone(error)) return false;
        throw error;
      }
    })
    .filter((pid) => pid !== process.pid);
}

/** A local installation with its own state folder and ports. */
export class LocalInstallation {
  readonly folder = mkdtempSync(join(tmpdir(), 'almanac-local-'));
  readonly state = join(this.folder, '.almanac');
  private constructor(readonly environment: Record<string, string>) {
    // PostgreSQL runs as another user if this process is root. If it could not reach this folder, its data would be elsewhere and remain.
    chmodSync(this.folder, 0o711);
    // The examples of the README run in this folder, as in the checkout.
    for (const name of ['apps', 'tools', 'libs', 'node_modules', 'package.json'])
      symlinkSync(join(ROOT, name), join(this.folder, name));
    mkdirSync(this.state);
  }

  static async create(): Promise<LocalInstallation> {
    const ports = await Promise.all(PORTS.map(() => freePort()));
    const { DATABASE_URL: _database, QUEUE_URL: _queue, NODE_ENV: _environment, ...inherited } = process.env;
    const environment = {
      ...inherited,
      ...Object.fromEntries(PORTS.map((name, index) => [name, String(ports[index])])),
    };
    const installation = new LocalInstallation(
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value ?? ''])),
    );
    installation.environment.ALMANAC_STATE = installation.state;
    return installation;
  }

  /** Runs `npm start` without waiting for it. */
  start(more: Record<string, string> = {}, words: string[] = []): LocalRun {
    return new LocalRun(
      this,
      spawn(process.execPath, [join(ROOT, 'tools/local/start.mjs'), ...words], {
        env: { ...this.environment, ...more },
        cwd: ROOT,
      }),
    );
  }

  describe(): LocalDescription {
    return JSON.parse(readFileSync(join(this.state, 'local.json'), 'utf8')) as LocalDescription;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One run of the launcher. */
export class LocalRun {
  output = '';
  private readonly exited: Promise<number | null>;

  constructor(
    readonly installation: LocalInstallation,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.exited = new Promise((done) => child.once('exit', (code) => done(code)));
  }

  /** Waits until the launcher prints that Almanac is ready. */
  async ready(): Promise<LocalDescription> {
    await eventually(() => {
      if (this.child.exitCode !== null)
        throw new Error(`The launcher exited with ${this.child.exitCode}:\n${this.output}`);
      return this.output.includes('Almanac is ready');
    }, 120_000);
    return this.installation.describe();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves to the exit code. */
  end(): Promise<number | null> {
    return this.exited;
  }
}
