import {
  freePort,
  hasTestRedis,
  type RedisProcess,
  startRedisProcess,
  startSentinel,
  warnAboutMissingRedis,
} from '@almanac/testing';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { JobQueues } from './job-queues';
import { type AnyProcessor, type JobObserver, JobRunner } from './job-runner';
import { JobWorkers } from './job-workers';
import { jobNames } from './jobs';
import { openQueueBackend, type QueueBackend } from './queue-backend';

const CAN_RUN = hasTestRedis() && spawnSync('redis-server', ['--version']).status === 0;
if (!CAN_RUN) warnAboutMissingRedis('libs/jobs (Sentinel, Cluster, TLS)');

/** Resolves when the condition is true. Ends after 50 s, because jest does not exit while a test that it gave up still waits. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 50_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('still false after 50 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Forwards connections to a port of this machine. The data of each connection from there arrive up to 1 s late. */
async function startSlowProxy(port: number): Promise<Server> {
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    const delayMs = Math.random() * 1_000;
    server.on('data', (chunk) => setTimeout(() => client.write(chunk), delayMs));
    client.on('data', (chunk) => server.write(chunk));
    client.on('error', () => undefined).on('close', () => server.destroy());
    server.on('error', () => undefined).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

/** Queues and workers on one engine. */
class JobsUnderTest {
  /** The event ids of the jobs that ran. */
  readonly done: string[] = [];
  private readonly queues: JobQueues;
  private readonly workers: JobWorkers;

  private constructor(private readonly backend: QueueBackend) {
    this.queues = new JobQueues(backend, () => undefined);
    const processors = jobNames.map((job): AnyProcessor => ({
      job,
      process: async (payload: object) =>
        void this.done.push('outboxEventId' in payload ? String(payload.outboxEventId) : ''),
    }));
    const observer: JobObserver = {
      completed: () => undefined,
      failed: () => undefined,
      run: (_name, _payload, work) => work(),
    };
    this.workers = new JobWorkers(backend, new JobRunner(processors, observer), () => undefined);
  }

  static async open(url: string): Promise<JobsUnderTest> {
    return new JobsUnderTest(await openQueueBackend(url, { onError: () => undefined }));
  }

  /** Adds a job until the engine takes it, and waits until it has run. */
  async run(id: string): Promise<void> {
    const add = (): Promise<boolean> =>
      this.queues.add('send-mail', [{ payload: { schema: 'publishing', outboxEventId: id }, key: [id] }]).then(
        () => true,
        () => false,
      );
    await until(add);
    await until(() => this.done.includes(id));
  }

  async close(): Promise<void> {
    await this.queues.close();
    await this.workers.close();
    await this.backend.close();
  }
}

const id = (n: number): string => String(n).padStart(24, '0');

(CAN_RUN ? describe : describe.skip)('Redis behind Sentinel', () => {
  const password = 'p@ss:word/1';
  const secured = [`requirepass "${password}"`, `masterauth "${password}"`];
  let running: RedisProcess[];
  let primary: RedisProcess;
  let sentinels: RedisProcess[];

  beforeEach(async () => {
    primary = await startRedisProcess({ settings: secured });
    running = [primary];
    const settings = [...secured, `replicaof 127.0.0.1 ${primary.port}`];
    running.push(await startRedisProcess({ settings }));
    const watch = [
      `sentinel auth-pass almanac ${password}`,
      'requirepass sentinel-word',
      'sentinel sentinel-pass sentinel-word',
    ];
    sentinels = await Promise.all([1, 2, 3].map(() => startSentinel(primary.port, 2, watch)));
    running.push(...sentinels);
    // Each of them can be elected to lead the failover, and one that does not know the replica cannot promote it.
    await until(async () => {
      const states = await Promise.all(sentinels.map(sentinelState));
      return states.every((state) => state === 'slaves=1,sentinels=3');
    });
  });
  afterEach(() => Promise.all(running.map((server) => server.kill())));

  /** The queue URL for sentinels on these ports of this machine. */
  function urlOf(ports: number[]): string {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    return `redis+sentinel://:${encodeURIComponent(password)}@${hosts}/almanac/2?sentinelPassword=sentinel-word`;
  }

  async function sentinelState(sentinel: RedisProcess): Promise<string> {
    const client = new Redis({ port: sentinel.port, password: 'sentinel-word' });
    const information = await client.info('sentinel').finally(() => client.disconnect());
    return /slaves=\d+,sentinels=\d+/.exec(information)?.[0] ?? '';
  }

  it('is found by the name of its primary, and runs jobs after a failover', async () => {
    const jobs = await JobsUnderTest.open(urlOf(sentinels.map(({ port }) => port)));
    await jobs.run(id(1));
    await primary.kill();
    await jobs.run(id(2));
    await jobs.run(id(3));
    await jobs.close();
  });

  it('is found again by connections that wait for a slow sentinel while it reports the failover', async () => {
    const proxies = await Promise.all(sentinels.map(({ port }) => startSlowProxy(port)));
    const url = urlOf(proxies.map(portOf));
    const connections = Array.from({ length: 20 }, () => openQueueBackend(url, { onError: () => undefined }));
    const backends = await Promise.all(connections);
    await primary.kill();
    // A ping waits for the new primary.
    await Promise.all(backends.map((backend) => backend.ping()));
    await Promise.all(backends.map((backend) => backend.close()));
    await Promise.all(proxies.map((proxy) => new Promise((resolve) => proxy.close(resolve))));
  });
});

(CAN_RUN ? describe : describe.skip)('Redis in cluster mode', () => {
  let settings: string[];
  beforeEach(async () => {
    // By default, the port of the cluster is 10,000 above the other port, and can be in use.
    settings = ['cluster-enabled yes', 'cluster-config-file nodes.conf', `cluster-port ${await freePort()}`];
  });

  it('is rejected at the start; the error names the alternatives', async () => {
    const server = await startRedisProcess({ settings });
    const opening = openQueueBackend(`redis://127.0.0.1:${server.port}`, { onError: () => undefined });
    await expect(opening).rejects.toThrow(/cluster mode.*name a Redis without cluster mode/);
    await server.kill();
  });

  it('is rejected when it comes up after the start', async () => {
    const port = await freePort();
    const backend = await openQueueBackend(`redis://127.0.0.1:${port}`, { onError: () => undefined });
    const refusal = (): string => {
      try {
        backend.assertReachable();
        return '';
      } catch (error) {
        return String(error);
      }
    };
    expect(refusal()).toMatch(/Redis is/);
    const server = await startRedisProcess({ port, settings });
    await until(() => refusal().includes('cluster mode'));
    await backend.close();
    await server.kill();
  });
});

(CAN_RUN ? describe : describe.skip)('Redis over TLS with a password', () => {
  let folder: string;
  let server: RedisProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-redis-tls-'));
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ]);
    const port = await freePort();
    server = await startRedisProcess({
      port,
      settings: [
        'port 0',
        `tls-port ${port}`,
        `tls-cert-file ${certificate}`,
        `tls-key-file ${key}`,
        `tls-ca-cert-file ${certificate}`,
        'tls-auth-clients no',
        'requirepass secret',
      ],
    });
  });
  afterAll(async () => {
    await server.kill();
    rmSync(folder, { recursive: true });
  });

  it('is trusted with the certificate authority of the URL, and not without it', async () => {
    const url = `rediss://:secret@localhost:${server.port}/1`;
    const jobs = await JobsUnderTest.open(`${url}?caFile=${encodeURIComponent(join(folder, 'certificate.pem'))}`);
    await jobs.run(id(4));
    await jobs.close();
    const backend = await openQueueBackend(url, { onError: () => undefined });
    expect(() => backend.assertReachable()).toThrow(/Redis is/);
    await backend.close();
  });
});
