import { createCalendarDataSource, createPublishingDataSource, runMigrations } from '@almanac/entities';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { PostgresServer } from '../src/faults/cluster/postgres-server';
import { Service } from '../src/faults/cluster/service';
import { setUpCalendarUser } from '../src/local/local-calendar-user';
import { setUpSite, type SiteCredentials } from '../src/local/local-site';

const DATABASE = 'almanac';
const ENCRYPTION_KEY = 'a key that only this test uses, of 32';
const CALENDAR_HASH = 'hash-of-a-session-that-only-this-test-uses';
const PASSWORD = 'correct horse battery staple';
const SCRIPTS = ['content-api', 'admin-api', 'calendar-graphql', 'scheduler-worker'] as const;

export type ServiceName = (typeof SCRIPTS)[number];

/** The parts of a response that the tests check. */
export interface ServiceResponse {
  status: number;
  retryAfter: string | null;
  body: string;
  durationMs: number;
  /** The first cookie of the response. */
  cookie?: string;
}

interface SiteOptions {
  /** Returns further variables of the services, given the URL of the database. */
  environment?: (databaseUrl: string) => Record<string, string> | Promise<Record<string, string>>;
}

/** Sends a request; the status is 0 when the connection breaks. */
async function send(url: string, init: RequestInit = {}): Promise<ServiceResponse> {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) });
    const body = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body,
      durationMs: performance.now() - startedAt,
      cookie: response.headers.get('set-cookie')?.split(';')[0],
    };
  } catch (error) {
    return { status: 0, retryAfter: null, body: String(error), durationMs: performance.now() - startedAt };
  }
}

/** The four services as processes on a PostgreSQL of their own, with rate limits. They exit with the process of the test. */
export class ProductionSite {
  /** Services that exited without being stopped. */
  readonly exits: string[] = [];
  private readonly services = new Map<ServiceName, Service>();
  private cookie = '';

  private constructor(
    readonly postgres: PostgresServer,
    private readonly folder: string,
    private readonly credentials: SiteCredentials,
  ) {}

  static async start({ environment = () => ({}) }: SiteOptions = {}): Promise<ProductionSite> {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-production-'));
    const postgres = await PostgresServer.start(join(folder, 'postgres'));
    const url = postgres.url(DATABASE);
    const site = new ProductionSite(postgres, folder, await prepare(postgres));
    const variables = await environment(url);
    for (const name of SCRIPTS) {
      const service = await Service.create({
        name,
        script: `apps/${name}/dist/main.js`,
        environment: {
          DATABASE_URL: url,
          QUEUE_URL: url,
          SITE_URL: 'http://localhost:4001',
          // Staff sign in on the free port of admin-api, which is not known yet.
          SINGLE_ORIGIN: 'true',
          ENCRYPTION_KEY,
          STORAGE_PATH: join(folder, 'content'),
          ...variables,
        },
        logFile: site.logFileOf(name),
        onExit: (exited, code) => site.exits.push(`${exited} with ${code}: ${site.endOfLog(name)}`),
      });
      site.services.set(name, service);
    }
    try {
      await site.allReady();
    } catch (error) {
      await site.stop();
      throw error;
    }
    return site;
  }

  get databaseUrl(): string {
    return this.postgres.url(DATABASE);
  }

  urlOf(name: ServiceName): string {
    const service = this.services.get(name);
    if (!service) throw new Error(`There is no service ${name}.`);
    return service.url;
  }

  /** Stops all services and starts them again without waiting until they are ready. */
  async restartServices(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.stop()));
    for (const service of this.services.values()) service.spawn();
  }

  /** The parsed log lines of a service. */
  logOf(name: ServiceName): { level: string; msg: string }[] {
    return readFileSync(this.logFileOf(name), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  }

  /** Starts services that do not run and resolves when all are ready. */
  async allReady(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.start()));
  }

  ready(name: ServiceName): Promise<ServiceResponse> {
    return send(`${this.urlOf(name)}/health/ready`);
  }

  /** Signs the owner in at admin-api; later calls of `admin` use the session. */
  async signIn(): Promise<ServiceResponse> {
    const response = await this.admin('session/', 'POST', {
      username: this.credentials.owner.email,
      password: PASSWORD,
    });
    this.cookie = response.cookie ?? this.cookie;
    return response;
  }

  /** A request to admin-api in the owner's session. */
  admin(path: string, method = 'GET', body?: object): Promise<ServiceResponse> {
    const origin = this.urlOf('admin-api');
    const headers = { 'content-type': 'application/json', origin, cookie: this.cookie };
    return send(`${origin}/ghost/api/v3/admin/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** A read of content-api that is never cached, because `unique` is part of the filter. */
  content(unique: number | string): Promise<ServiceResponse> {
    const filter = encodeURIComponent(`slug:-missing-${unique}`);
    return send(
      `${this.urlOf('content-api')}/ghost/api/v3/content/posts/?key=${this.credentials.contentKey}&filter=${filter}`,
    );
  }

  /** Sends a GraphQL operation in the session of the calendar user. */
  calendar(query: string, variables: object = {}): Promise<ServiceResponse> {
    return send(`${this.urlOf('calendar-graphql')}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${CALENDAR_HASH}` },
      body: JSON.stringify({ query, variables }),
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.retire()));
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private logFileOf(name: ServiceName): string {
    return join(this.folder, `${name}.log`);
  }

  private endOfLog(name: ServiceName): string {
    return readFileSync(this.logFileOf(name), 'utf8').slice(-1_000);
  }
}

async function prepare(postgres: PostgresServer): Promise<SiteCredentials> {
  const server = new Client({ connectionString: postgres.url('postgres') });
  await server.connect();
  await server.query(`create database ${DATABASE}`);
  await server.end();
  const url = postgres.url(DATABASE);
  await runMigrations({ url });
  const dataSource = await createPublishingDataSource({ url, poolSize: 2 }).initialize();
  const calendar = await createCalendarDataSource({ url, poolSize: 2 }).initialize();
  const context = {
    dataSource,
    clock: { now: () => new Date() },
    siteUrl: 'http://localhost:4001',
    encryptionKey: ENCRYPTION_KEY,
  };
  const credentials = await setUpSite(context, { ownerPassword: PASSWORD, isEmpty: true });
  await setUpCalendarUser(calendar, CALENDAR_HASH, new Date());
  await Promise.all([dataSource.destroy(), calendar.destroy()]);
  return credentials;
}
