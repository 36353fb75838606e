import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { LogFile } from './log-file.mjs';
import { ROOT, STATE, StartError } from './settings.mjs';

const RESTART_DELAYS_MS = [0, 500, 1_000, 2_000, 5_000];
/** After a longer run, the delays of restarts begin with the first one again. */
const STEADY_AFTER_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

/** The code of the error when a server listens on the address, e.g. `EADDRINUSE`; undefined if there is no error. */
function listenErrorOf(address) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', ({ code }) => resolve(code));
    server.listen(address, () => server.close(() => resolve(undefined)));
  });
}

/** Whether the port is free on all interfaces, by IPv4 and by IPv6: some development servers listen on `::1` only. */
export async function canListen(port) {
  if ((await listenErrorOf({ port, host: '0.0.0.0' })) !== undefined) return false;
  // Other codes mean that this machine has no IPv6.
  return (await listenErrorOf({ port, host: '::', ipv6Only: true })) !== 'EADDRINUSE';
}

/**
 * Waits until the ports are free: the processes of a killed run need a moment to exit.
 * @param ports port numbers by the environment variable that sets them
 * @throws StartError that names the port and the variable, when a port is not free in time
 */
export async function untilPortsAreFree(ports, { timeoutMs }) {
  const deadline = Date.now() + timeoutMs;
  for (const [name, port] of Object.entries(ports)) {
    while (!(await canListen(port))) {
      if (Date.now() > deadline)
        throw new StartError(
          `Another program uses port ${port}. Stop that program, or choose another port: ${name}=<port> npm start`,
        );
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/**
 * A child process that is restarted when it exits by itself. It has an IPC channel to this process. The program in it has to exit when the
 * channel breaks, so that it ends with this process, also after a SIGKILL.
 */
export class SupervisedProcess {
  #child;
  #isStopping = false;
  #failures = 0;
  #message;

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

  /** Sends a message to the child. After each restart, the child gets the last message again. */
  send(message) {
    this.#message = message;
    // If the child is about to exit, it gets the message after its restart.
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }

  #spawn() {
    const startedAt = Date.now();
    // `detached`: the child gets a process group of its own. So Ctrl-C reaches only this process, which stops the children in order.
    this.#child = spawn(process.execPath, [this.script], {
      cwd: ROOT,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child.stdout.pipe(this.log, { end: false });
    this.#child.stderr.pipe(this.log, { end: false });
    this.#child.on('error', (error) => this.log.write(`${error.message}\n`));
    if (this.#message) this.send(this.#message);
    this.#child.once('exit', (code, signal) => {
      if (this.#isStopping) return;
      if (Date.now() - startedAt > STEADY_AFTER_MS) this.#failures = 0;
      const delayMs = RESTART_DELAYS_MS[Math.min(this.#failures++, RESTART_DELAYS_MS.length - 1)];
      this.onRestart(this.name, signal ?? `exit code ${code}`);
      setTimeout(() => !this.#isStopping && this.#spawn(), delayMs);
    });
  }

  /** Sends SIGTERM, and SIGKILL after 15 s. */
  async stop() {
    this.#isStopping = true;
    if (!this.#child || this.hasExited) return;
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    const killTimer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(killTimer);
  }
}

/** Waits until `url` responds with 2xx. @throws StartError with the result of `describe` after the time limit */
export async function untilReady(url, { timeoutMs, describe }) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const isReady = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline)
      throw new StartError(`${url} was not ready after ${timeoutMs / 1000} s. ${await describe()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
