import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../local/free-port.mjs';

const buildah = (...args) => execFileSync('buildah', args, { encoding: 'utf8' }).trim();

/** The memory limit of the containers, as in the chart and in docker-compose.yml. */
export const MEMORY_BYTES = 576 * 1024 * 1024;
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;

/**
 * Creates a control group (version 1 or 2) with the memory limit of a pod.
 * @returns its folder; undefined if this machine does not allow one
 */
function createMemoryGroup(name) {
  const candidates = [
    {
      folder: `/sys/fs/cgroup/memory/${name}`,
      parent: '/sys/fs/cgroup/memory/memory.limit_in_bytes',
      file: 'memory.limit_in_bytes',
    },
    { folder: `/sys/fs/cgroup/${name}`, parent: '/sys/fs/cgroup/cgroup.controllers', file: 'memory.max' },
  ];
  for (const { folder, parent, file } of candidates) {
    if (!existsSync(parent)) continue;
    try {
      mkdirSync(folder);
      writeFileSync(join(folder, file), String(MEMORY_BYTES));
      return folder;
    } catch (error) {
      process.stderr.write(`! No memory limit for ${name}: ${error.message}\n`);
      if (existsSync(folder)) rmdirSync(folder);
    }
  }
  return undefined;
}

/** Shell script: makes the root file system of the image read-only except /tmp and the folder of uploads, and then runs its arguments. */
const ENTER = `
set -e
[ -z "$GROUP" ] || echo $$ > "$GROUP/cgroup.procs"
mount --bind "$ROOTFS" "$ROOTFS"
mount -t proc proc "$ROOTFS/proc"
mount --bind /dev "$ROOTFS/dev"
mount --rbind /sys "$ROOTFS/sys"
mount -t tmpfs tmpfs "$ROOTFS/tmp"
mount -t tmpfs -o uid=1000,gid=1000 tmpfs "$ROOTFS/var/lib/almanac/content"
mount -o remount,bind,ro "$ROOTFS"
exec env -i "$@"
`;

/** Runs programs of an image as a pod does: in a mount namespace, with the user, working folder and environment of the image. */
export class ImageContainer {
  constructor(image) {
    this.container = buildah('from', '--pull-never', image);
    this.root = buildah('mount', this.container);
    this.settings = JSON.parse(buildah('inspect', '--type', 'container', this.container)).Docker.config;
    this.group = createMemoryGroup(this.container);
  }

  /** Starts a command in the container. Its standard output and standard error are pipes. */
  spawn(command, environment = {}) {
    const [uid, gid] = this.settings.User.split(':');
    const variables = [...this.settings.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)];
    const enter = [
      'unshare',
      `--root=${this.root}`,
      `--wd=${this.settings.WorkingDir}`,
      `--setgid=${gid}`,
      `--setuid=${uid}`,
    ];
    return spawn(
      'unshare',
      ['--mount', '--propagation', 'private', 'sh', '-c', ENTER, 'sh', ...variables, ...enter, '--', ...command],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, ROOTFS: this.root, GROUP: this.group ?? '' },
      },
    );
  }

  /** Runs a command to its end. @returns its standard output @throws Error with the output when the exit code is not 0 */
  async run(command, environment) {
    const child = this.spawn(command, environment);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (chunk) => (output[name] += chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.\n${output.stderr}${output.stdout}`);
    return output.stdout;
  }

  /**
   * Starts the service of the image and waits until `/health/ready` responds.
   * @throws Error with the log when it does not within a minute
   */
  async start(environment) {
    const port = await freePort();
    const child = this.spawn([...(this.settings.Entrypoint ?? []), ...this.settings.Cmd], {
      ...environment,
      PORT: port,
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
    const url = `http://127.0.0.1:${port}`;
    for (const deadline = Date.now() + READY_TIMEOUT_MS; ; await new Promise((done) => setTimeout(done, 100))) {
      const isReady = await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return { url, port, child, log: () => log };
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`The service was not ready.\n${log}`);
      }
    }
  }

  /** Sends SIGTERM, and SIGKILL after a minute. @returns the exit code (or the signal that ended the process), and the duration in ms */
  async stop({ child }) {
    const startedAt = Date.now();
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    const [code, signal] = await exited;
    clearTimeout(killTimer);
    return { code: code ?? signal, stoppedInMs: Date.now() - startedAt };
  }

  remove() {
    buildah('umount', this.container);
    buildah('rm', this.container);
    if (this.group) rmdirSync(this.group);
  }
}
