import { freePort } from '@almanac/testing';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');
/** The limit is long, because other programs can slow down the machine. */
const READY_TIMEOUT_MS = 120_000;

/** The numbers of two processor cores: one for services, the other for the load generator. So they do not slow each other. */
const SERVICE_CORE = '1';
const LOAD_CORE = '0';

const CAN_PIN = process.platform === 'linux' && spawnSync('taskset', ['--version']).status === 0;

/** Pins this process, which is the load generator, to its core. Has no effect without the program `taskset`. */
export function pinSelf(): void {
  if (CAN_PIN) spawnSync('taskset', ['-cp', LOAD_CORE, String(process.pid)]);
}

/** Lets a process and its later children use both cores. Without this, a child process runs on the core of its parent. */
export function useAllCores(pid: number): void {
  if (CAN_PIN) spawnSync('taskset', ['-acp', `${LOAD_CORE},${SERVICE_CORE}`, String(pid)]);
}

/** The command with a prefix that pins it to the core of the services; unchanged without the program `taskset`. */
export function pinned(command: string[]): string[] {
  return CAN_PIN ? ['taskset', '-c', SERVICE_CORE, ...command] : command;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** A service or a reference that is measured, in a process of its own on the core of the services. */
export class ServiceProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** Milliseconds from the start of the process until `/health/ready` responds with 2xx. */
    readonly readyAfterMs: number,
  ) {}

  /**
   * Starts a script and waits until it is ready.
   * @param script the path from the root of the repository, e.g. `apps/content-api/dist/main.js`; the script listens on PORT
   * @param environment further environment variables
   * @throws Error when the process cannot start, ends, or is not ready within two minutes
   */
  static async start(script: string, environment: Record<string, string>): Promise<ServiceProcess> {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      TZ: 'UTC',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...environment,
    };
    const startedAt = performance.now();
    const [program = '', ...more] = pinned([process.execPath, resolve(ROOT, script)]);
    const child = spawn(program, more, {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let spawnError: Error | undefined;
    child.once('error', (error) => (spawnError = error));
    const url = `http://127.0.0.1:${port}`;
    while (
      !(await fetch(`${url}/health/ready`).then(
        (response) => response.ok,
        () => false,
      ))
    ) {
      if (spawnError || hasEnded(child) || performance.now() - startedAt > READY_TIMEOUT_MS) {
        child.kill('SIGKILL');
        throw new Error(`${script} did not become ready.`, { cause: spawnError });
      }
      await new Promise((done) => setTimeout(done, 10));
    }
    return new ServiceProcess(child, url, performance.now() - startedAt);
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  /** The resident memory in MiB, from /proc. */
  residentMegabytes(): number {
    return this.megabytesOf('VmRSS');
  }

  /** The peak of the resident memory in MiB, from /proc. */
  peakMegabytes(): number {
    return this.megabytesOf('VmHWM');
  }

  private megabytesOf(field: string): number {
    const line = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'));
    return Number(line?.[1] ?? NaN) / 1024;
  }

  /** Stops the process by a signal and waits until it has ended. Has no effect if it has already ended. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (hasEnded(this.child)) return;
    const exited = new Promise((done) => this.child.once('exit', done));
    this.child.kill(signal);
    await exited;
  }
}
