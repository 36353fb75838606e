import { freePort } from '@almanac/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { Redis } from 'ioredis';

/** A Redis server without persistence. */
export class RedisServer {
  private child?: ChildProcess;

  private constructor(readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.restart();
    return server;
  }

  /** Kills the server if it runs, and starts an empty one. Resolves when it accepts connections. */
  async restart(): Promise<void> {
    await this.kill();
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)));
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Ready to accept connections')) resolve();
      });
    });
  }

  /** Stops the server by SIGKILL. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Deletes all keys. */
  async flushAll(): Promise<void> {
    const client = new Redis(this.port, '127.0.0.1');
    await client.flushall();
    client.disconnect();
  }
}
