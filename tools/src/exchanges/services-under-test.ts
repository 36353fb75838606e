import { freePort } from '@almanac/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { request } from 'undici';

const ROOT = resolve(__dirname, '../../..');
const READY_TIMEOUT_MS = 40_000;

/** The built content-api and admin-api as processes on one database. */
export class ServicesUnderTest {
  private readonly children: ChildProcess[] = [];
  private readonly storage = mkdtempSync(join(tmpdir(), 'almanac-exchanges-'));
  private log = '';

  private constructor(
    readonly contentApi: string,
    readonly adminApi: string,
  ) {}

  /**
   * Starts both services and waits until they are ready.
   * @throws Error with the end of their log when they are not ready within 40 s
   */
  static async start(databaseUrl: string): Promise<ServicesUnderTest> {
    const [contentPort, adminPort] = [await freePort(), await freePort()];
    const services = new ServicesUnderTest(`http://127.0.0.1:${contentPort}`, `http://127.0.0.1:${adminPort}`);
    try {
      services.spawn('content-api', contentPort, databaseUrl);
      services.spawn('admin-api', adminPort, databaseUrl);
      await services.untilReady(services.contentApi);
      await services.untilReady(services.adminApi);
    } catch (error) {
      await services.stop();
      throw error;
    }
    return services;
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGTERM');
        await once(child, 'exit');
      }),
    );
    rmSync(this.storage, { recursive: true, force: true });
  }

  private spawn(service: string, port: number, databaseUrl: string): void {
    const script = join(ROOT, 'apps', service, 'dist/main.js');
    if (!existsSync(script)) throw new Error(`${service} is not built: run npm run build first.`);
    const child = spawn(process.execPath, [script], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        TZ: 'UTC',
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(port),
        SITE_URL: this.contentApi,
        ADMIN_URL: this.adminApi,
        SINGLE_ORIGIN: 'true',
        DATABASE_URL: databaseUrl,
        ENCRYPTION_KEY: 'a key that encrypts only the mails of this test',
        STORAGE_PATH: this.storage,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (this.log += String(piece)));
    this.children.push(child);
  }

  private async untilReady(origin: string): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (Date.now() < deadline && this.children.every(({ exitCode }) => exitCode === null)) {
      if (await isReady(origin)) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`${origin} was not ready in time.\n${this.log.slice(-4000)}`);
  }

  /** The last 20,000 characters of the logs of both services. */
  get endOfLog(): string {
    return this.log.slice(-20_000);
  }
}

async function isReady(origin: string): Promise<boolean> {
  const response = await request(`${origin}/health/ready`).catch(() => null);
  await response?.body.dump();
  return response?.statusCode === 200;
}
