import { freePort } from '@almanac/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { until } from './polling';

const REPOSITORY = resolve(__dirname, '../../../..');
const READY_TIMEOUT_MS = 180_000;
const RESTART_AFTER_MS = 250;

export interface ServiceSettings {
  /** The name in reports. */
  name: string;
  /** The path from the root of the repository. */
  script: string;
  environment: Record<string, string>;
  logFile: string;
  /** A script that Node loads before the service. */
  preload?: string;
  /** Called when the process exits without being killed. */
  onExit: (service: string, code: number | null) => void;
}

/** A service of the product as a process. The service exits when this process ends, because its IPC channel breaks then. */
export class Service {
  private child?: ChildProcess;
  /** Whether the process should run. */
  private isWanted = false;
  private isRetired = false;

  private constructor(
    private readonly settings: ServiceSettings,
    readonly port: number,
  ) {}

  static async create(settings: ServiceSettings): Promise<Service> {
    return new Service(settings, await freePort());
  }

  get name(): string {
    return this.settings.name;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts the process, unless it runs or `retire` was called. */
  spawn(): void {
    if (this.isRetired) return;
    this.isWanted = true;
    if (this.isRunning) return;
    const { script, environment, logFile, preload } = this.settings;
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, [...(preload ? ['--require', preload] : []), resolve(REPOSITORY, script)], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        LOG_LEVEL: 'info',
        TZ: 'UTC',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        ...environment,
      },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    // If a test run fails, Node must be able to exit although the process and its channel are open.
    child.unref();
    child.channel?.unref();
    this.child = child;
    // A process that exits by itself is started again, as an orchestrator would do, e.g. if it started while the database was down.
    child.once('exit', (code, signal) => {
      if (signal !== null) return;
      this.settings.onExit(this.name, code);
      setTimeout(() => this.isWanted && this.spawn(), RESTART_AFTER_MS);
    });
  }

  /** Starts the process and waits until it is ready. If it exits before that, it is started again. */
  async start(): Promise<void> {
    await until(
      async () => {
        this.spawn();
        return this.isReady();
      },
      READY_TIMEOUT_MS,
      `${this.name} is ready`,
    );
  }

  private isReady(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Whether the process accepts TCP connections. This is true for a started process that is too busy to respond. */
  isListening(): Promise<boolean> {
    return new Promise((resolve_) => {
      const socket = connect(this.port, '127.0.0.1');
      const settle = (isListening: boolean): void => {
        socket.destroy();
        resolve_(isListening);
      };
      socket.once('connect', () => settle(true));
      socket.once('error', () => settle(false));
    });
  }

  /** Sends a signal to the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    if (this.isRunning) this.child?.kill(signal);
  }

  /** Stops the process by a signal and waits until it has ended. It is not started again until `spawn` is called. */
  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.isWanted = false;
    const child = this.child;
    if (!child || !this.isRunning) return;
    const ended = new Promise((resolve_) => child.once('exit', resolve_));
    child.ref();
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  }

  /** Stops the process permanently: `spawn` does not start it again. */
  retire(): Promise<void> {
    this.isRetired = true;
    return this.stop();
  }
}
