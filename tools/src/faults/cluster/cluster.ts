import { createObjectId, runMigrations, createKeySecret } from '@almanac/entities';
import { TcpProxy } from '@almanac/testing';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { PostgresServer } from './postgres-server';
import { RedisServer } from './redis-server';
import { Service } from './service';
import { installTransitionTrigger } from './recorded-state';

export interface ClusterOptions {
  /** The folder for the data, the logs and the clocks. */
  folder: string;
  queue: 'redis' | 'postgres';
  /** The number of workers. */
  workers: number;
  hasAdminApi: boolean;
  /** Further environment variables of the workers. */
  workerEnvironment?: Record<string, string>;
  /** Called when a service exits without being killed. */
  onExit: (service: string, code: number | null) => void;
}

/** The time zones of the workers. The Admin API and the database have other ones. */
const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Chatham'];
const ZONE_OF_ADMIN_API = 'Australia/Lord_Howe';
const ZONE_OF_DATABASE = 'America/St_Johns';

const DATABASE = 'faults';
/** The environment variables of all services. */
const common = { SITE_URL: 'http://localhost:4001', ENCRYPTION_KEY: 'a key that only the fault harness uses' };

function urlThrough(proxy: TcpProxy): string {
  return `postgres://almanac@127.0.0.1:${proxy.port}/${DATABASE}`;
}

/**
 * Services, PostgreSQL and Redis as processes on loopback. Services connect
 * to PostgreSQL and Redis through proxies that can cut connections.
 */
export class Cluster {
  readonly workers: Service[] = [];
  readonly proxies: TcpProxy[] = [];
  private readonly proxyOf = new Map<Service, TcpProxy>();
  adminApi?: Service;
  adminKey = { id: createObjectId(), secret: createKeySecret('admin') };

  private constructor(
    readonly postgres: PostgresServer,
    readonly redis: RedisServer | undefined,
    private readonly options: ClusterOptions,
  ) {}

  static async start(options: ClusterOptions): Promise<Cluster> {
    mkdirSync(options.folder, { recursive: true });
    const postgres = await PostgresServer.start(join(options.folder, 'postgres'));
    const redis = options.queue === 'redis' ? await RedisServer.start() : undefined;
    const cluster = new Cluster(postgres, redis, options);
    try {
      await cluster.prepareDatabase();
      await cluster.startServices();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The URL of the database without a proxy. */
  get databaseUrl(): string {
    return this.postgres.url(DATABASE);
  }

  get services(): Service[] {
    return [...this.workers, ...(this.adminApi ? [this.adminApi] : [])];
  }

  /** The worker with the connection to PostgreSQL that has this client port. */
  workerBehind(port: number): Service | undefined {
    return this.workers.find((worker) => this.proxyOf.get(worker)?.carries(port));
  }

  logFileOf(name: string): string {
    return join(this.options.folder, `${name}.log`);
  }

  /** Runs `work` with a new connection, so that no connection has to survive faults. */
  async withConnection<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Shifts or stops the clock of a worker (see shift-clock.ts). */
  setClock(worker: Service, setting: { offsetMs: number; frozenAt?: number }): void {
    writeFileSync(this.clockFile(worker.name), JSON.stringify(setting));
  }

  async addWebhook(event: string, targetUrl: string): Promise<void> {
    await this.withConnection((client) =>
      client.query(
        `insert into publishing.webhooks (id, event, target_url, secret, created_at) values ($1, $2, $3, 'secret', now())`,
        [createObjectId(), event, targetUrl],
      ),
    );
  }

  /** Resumes stopped workers, corrects their clocks, starts all services, and waits until they are ready. */
  async heal(): Promise<void> {
    for (const worker of this.workers) {
      worker.signal('SIGCONT');
      this.setClock(worker, { offsetMs: 0 });
    }
    await Promise.all(this.services.map((service) => service.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.retire()));
    await this.redis?.kill();
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
    await this.postgres.stop();
  }

  private clockFile(name: string): string {
    return join(this.options.folder, `${name}.clock.json`);
  }

  /** Creates and migrates the database, and adds an owner, an admin key and the trigger that records publications. */
  private async prepareDatabase(): Promise<void> {
    const client = new Client({ connectionString: this.postgres.url('postgres') });
    await client.connect();
    await client.query(`create database ${DATABASE}`);
    await client.query(`alter database ${DATABASE} set timezone = '${ZONE_OF_DATABASE}'`);
    await client.end();
    await runMigrations({ url: this.databaseUrl });
    const { id, secret } = this.adminKey;
    await this.withConnection(async (connection) => {
      await installTransitionTrigger(connection);
      await connection.query(
        `insert into publishing.users (id, name, slug, email, password, status, created_at, created_by)
         values ('1', 'Owner', 'owner', 'owner@example.com', 'no password', 'active', now(), '1')`,
      );
      await connection.query(
        `insert into publishing.roles_users (user_id, role_id) select '1', id from publishing.roles where name = 'Owner'`,
      );
      await connection.query(
        `with integration as (
           insert into publishing.integrations (id, name, slug, created_at) values ($1, 'Faults', 'faults', now()) returning id)
         insert into publishing.api_keys (id, type, secret, role_id, integration_id, created_at)
         select $1, 'admin', $2, (select id from publishing.roles where name = 'Admin Integration'), id, now() from integration`,
        [id, secret],
      );
    });
  }

  private async startServices(): Promise<void> {
    const redisUrl = this.redis && `redis://127.0.0.1:${(await this.openProxy(this.redis.port)).port}`;
    for (let index = 1; index <= this.options.workers; index += 1) await this.addWorker(index, redisUrl);
    if (this.options.hasAdminApi) await this.addAdminApi();
    await this.heal();
  }

  private async openProxy(port: number): Promise<TcpProxy> {
    const proxy = await TcpProxy.open(port);
    this.proxies.push(proxy);
    return proxy;
  }

  /** Adds a worker with a proxy of its own to PostgreSQL. By the proxy, `workerBehind` finds the worker of a connection. */
  private async addWorker(index: number, redisUrl: string | undefined): Promise<void> {
    const { onExit } = this.options;
    const name = `worker-${index}`;
    const proxy = await this.openProxy(this.postgres.port);
    const url = urlThrough(proxy);
    const environment = {
      ...common,
      DATABASE_URL: url,
      QUEUE_URL: redisUrl ?? url,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      FAULTS_CLOCK_FILE: this.clockFile(name),
      TZ: zones[(index - 1) % zones.length] ?? 'UTC',
      ...this.options.workerEnvironment,
    };
    writeFileSync(environment.FAULTS_CLOCK_FILE, JSON.stringify({ offsetMs: 0 }));
    const script = 'apps/scheduler-worker/dist/main.js';
    const preload = resolve(__dirname, 'shift-clock.js');
    const logFile = this.logFileOf(name);
    const worker = await Service.create({ name, script, environment, preload, logFile, onExit });
    this.workers.push(worker);
    this.proxyOf.set(worker, proxy);
  }

  private async addAdminApi(): Promise<void> {
    const { onExit } = this.options;
    const url = urlThrough(await this.openProxy(this.postgres.port));
    this.adminApi = await Service.create({
      name: 'admin-api',
      script: 'apps/admin-api/dist/main.js',
      environment: { ...common, SINGLE_ORIGIN: 'true', DATABASE_URL: url, RATE_LIMITS: 'off', TZ: ZONE_OF_ADMIN_API },
      logFile: this.logFileOf('admin-api'),
      onExit,
    });
  }
}
