import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { LogFile } from './log-file.mjs';
import { ROOT, STATE, StartError } from './settings.mjs';

const RESTART_DELAYS_MS = [0, 500, 1_000, 2_000, 5_000];
const STEADY_AFTER_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;
async function canListen(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}

/**
 * Waits for ports to be free: a killed run needs a moment to go.
 * @throws StartError naming the port and the variable that changes it
 */
export async function claimPorts(ports, { patienceMs }) {
  const deadline = Date.now() + patienceMs;
  for (const [name, port] of Object.entries(ports)) {
    while (!(await canListen(port))) {
      if (Date.now() > deadline)
        throw new StartError(`Port ${port} is taken by another program. Free it, or choose another with ${name}.`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/**
 * A child that ends with its parent: it holds a channel to us and leaves when the channel breaks, so that even a SIGKILL
 * of the launcher leaves nothing behind. One that ends by itself is started again.
 */
export class SupervisedProcess {
  #child;
  #stopping = false;
  #failures = 0;

  constructor(name, script, env, { onRestart = () => undefined } = {}) {
    Object.assign(this, { name, script, env, onRestart });
  }

  async start() {
    this.log = new LogFile(join(STATE, 'logs', `${this.name}.log`));
    this.#spawn();
  }

  get pid() {
    return this.#child?.pid;
  }

  get hasExited() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #spawn() {
    const startedAt = Date.now();
    // Its own group: Ctrl-C reaches the launcher alone, which then stops the children in order.
    this.#child = spawn(process.execPath, [this.script], {
      cwd: ROOT,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child.stdout.pipe(this.log, { end: false });
    this.#child.stderr.pipe(this.log, { end: false });
    this.#child.once('exit', (code, signal) => {
      if (this.#stopping) return;
      if (Date.now() - startedAt > STEADY_AFTER_MS) this.#failures = 0;
      const delayMs = RESTART_DELAYS_MS[Math.min(this.#failures++, RESTART_DELAYS_MS.length - 1)];
      this.onRestart(this.name, signal ?? `exit code ${code}`);
      setTimeout(() => !this.#stopping && this.#spawn(), delayMs);
    });
  }

  /** Asks the process to end, and insists after a while. */
  async stop() {
    this.#stopping = true;
    if (!this.#child || this.hasExited) return;
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    const insist = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(insist);
  }
}

/** Waits until `url` answers 2xx. @throws StartError with the end of the log when it does not in time */
export async function untilReady(url, { timeoutMs, describe }) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const isReady = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline)
      throw new StartError(`${url} did not become ready in ${timeoutMs / 1000} s. ${await describe()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
