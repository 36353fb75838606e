import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port';

/** A redis-server or a sentinel in a separate process on loopback. */
export interface RedisProcess {
  port: number;
  /** Kills the process without a shutdown, as in a power failure, and deletes its folder. */
  kill(): Promise<void>;
}

function untilExit(child: ChildProcess): Promise<void> {
  const hasExited = child.exitCode !== null || child.signalCode !== null;
  return hasExited ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Starts redis-server in a folder. Resolves when its output contains `readyText`. */
async function start(folder: string, port: number, args: string[], readyText: string): Promise<RedisProcess> {
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'], cwd: folder });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${output.slice(-500)}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(readyText)) resolve();
    });
  });
  return {
    port,
    kill: async () => {
      child.kill('SIGKILL');
      await untilExit(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a redis-server without persistence.
 * @param options `port`: a free port by default; `settings`: additional lines of redis.conf
 */
export async function startRedisProcess({
  port: given,
  settings = [],
}: { port?: number; settings?: string[] } = {}): Promise<RedisProcess> {
  const port = given ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'almanac-redis-'));
  const file = join(folder, 'redis.conf');
  // Of several lines for one setting, Redis uses the last one, so `settings` can replace the lines before.
  const lines = [`port ${port}`, 'bind 127.0.0.1', 'save ""', `dir ${folder}`, ...settings];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return start(folder, port, [file], 'Ready to accept connections');
}

/**
 * Starts a sentinel that monitors the primary on a port, under the name `almanac`.
 * @param settings additional lines of sentinel.conf
 */
export async function startSentinel(
  primaryPort: number,
  quorum: number,
  settings: string[] = [],
): Promise<RedisProcess> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'almanac-sentinel-'));
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor almanac 127.0.0.1 ${primaryPort} ${quorum}`,
    'sentinel down-after-milliseconds almanac 500',
    'sentinel failover-timeout almanac 2000',
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return start(folder, port, [file, '--sentinel'], 'monitor master almanac');
}
