import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { freePort, until } from './ports';

const REPOSITORY = resolve(__dirname, '../../../..');
const READY_TIMEOUT_MS = 180_000;
const RESTART_AFTER_MS = 250;

export interface ServiceSettings {
  /** Name in reports and of the log file. */
  name: string;
  /** Path relative to the repository. */
  script: string;
  environment: Record<string, string>;
  logFile: string;
  /** A script that Node loads first. */
  preload?: string;
  /** Called when the process exits without being killed. */
  onExit: (service: string, code: number | null) => void;
}

/** A service of the product as a process. It exits with this process, because then its IPC channel breaks. */
export class Service {
  private child?: ChildProcess;
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

  /** Starts the process unless it runs or is retired. */
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
    // Neither the process nor its channel may keep a failed test run alive.
    child.unref();
    child.channel?.unref();
    this.child = child;
    // Restart a process that exited, like an orchestrator, e.g. after a boot without database.
    child.once('exit', (code, signal) => {
      if (signal !== null) return;
      this.settings.onExit(this.name, code);
      setTimeout(() => this.isWanted && this.spawn(), RESTART_AFTER_MS);
    });
  }

  /** Starts the process and waits until it is ready; a process that exits meanwhile is started again. */
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

  /** Whether the process accepts connections: it has started, even if it is too busy to respond. */
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

  /** Stops the process permanently: later faults cannot start it again. */
  retire(): Promise<void> {
    this.isRetired = true;
    return this.stop();
  }
}
