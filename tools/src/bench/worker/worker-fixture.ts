import { createObjectId } from '@almanac/entities';
import { spawnSync } from 'node:child_process';
import { Client } from 'pg';
import { RedisServer } from '../../faults/cluster/redis-server';
import { BenchDatabases } from '../harness/database';
import { ServiceProcess } from '../harness/service-process';

/** The database in which the queues are. */
export type Engine = 'redis' | 'postgres';

/** The engines that this machine has: Redis only if it is installed. */
export function engines(): Engine[] {
  return spawnSync('redis-server', ['--version']).status === 0 ? ['redis', 'postgres'] : ['postgres'];
}

const PARAGRAPH =
  '<p>The tide tables for the coming season are out, and the harbour master asks every skipper to read them.</p>';
/** The html of a short post, about 2 kB. */
const HTML = PARAGRAPH.repeat(20);

/** A database with one author, a connection to it, and workers that can be started and stopped. */
export class WorkerFixture {
  private workers: ServiceProcess[] = [];

  private constructor(
    private readonly databases: BenchDatabases,
    readonly client: Client,
    readonly url: string,
    private readonly redis?: RedisServer,
  ) {}

  /** @param options.hasAllCores whether PostgreSQL may use all cores; by default it uses only the core of the load generator */
  static async open(engine: Engine, { hasAllCores = false } = {}): Promise<WorkerFixture> {
    const databases = await BenchDatabases.start({ hasAllCores });
    const url = await databases.seeded('worker_1', (source) =>
      source.query(
        `insert into publishing.users (id, name, slug, email, password, status, created_at, created_by)
         values ('1', 'Owner', 'owner', 'owner@example.com', 'no password', 'active', now(), '1')`,
      ),
    );
    const redis = engine === 'redis' ? await RedisServer.start() : undefined;
    const client = new Client({ connectionString: url });
    await client.connect();
    const fixture = new WorkerFixture(databases, client, url, redis);
    await fixture.clear();
    return fixture;
  }

  /** Deletes the outbox events, webhooks and posts. */
  async clear(): Promise<void> {
    await this.client.query('truncate publishing.outbox, publishing.webhooks, publishing.posts cascade');
    await this.client.query('vacuum analyze');
  }

  /** @param environment further environment variables of the workers */
  async startWorkers(count: number, environment: Record<string, string> = {}): Promise<void> {
    this.workers = await Promise.all(Array.from({ length: count }, () => this.startWorker(environment)));
  }

  /** The resident memory of all workers together, in MiB. */
  residentMegabytes(): number {
    return this.workers.reduce((sum, worker) => sum + worker.residentMegabytes(), 0);
  }

  /** Stops the oldest worker by SIGKILL and starts a new one. */
  async replaceWorker(): Promise<void> {
    await this.workers.shift()?.stop('SIGKILL');
    this.workers.push(await this.startWorker());
  }

  private startWorker(more: Record<string, string> = {}): Promise<ServiceProcess> {
    const environment = {
      DATABASE_URL: this.url,
      QUEUE_URL: this.redis ? `redis://127.0.0.1:${this.redis.port}` : this.url,
      SITE_URL: 'https://bench.example',
      ENCRYPTION_KEY: 'a key that only benchmarks use, ever',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      ...more,
    };
    return ServiceProcess.start('apps/scheduler-worker/dist/main.js', environment);
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
    this.workers = [];
  }

  /** Adds webhooks for `post.edited`. */
  async addWebhooks(targets: readonly string[]): Promise<void> {
    for (const target of targets) {
      await this.client.query(
        `insert into publishing.webhooks (id, event, target_url, secret, created_at)
         values ($1, 'post.edited', $2, 'a secret of the receiver', now())`,
        [createObjectId(), target],
      );
    }
  }

  /** Adds `count` outbox events `post.edited` by one statement. */
  async addEvents(count: number): Promise<void> {
    const current = {
      title: 'A post',
      slug: 'a-post',
      html: HTML,
      plaintext: HTML,
      status: 'published',
      type: 'post',
      tags: [],
      authors: [],
    };
    await this.client.query(
      `insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
       select substr(md5(random()::text), 1, 24), 'post', substr(md5(random()::text), 1, 24), 2, 'post.edited',
         jsonb_build_object('current', $2::jsonb || jsonb_build_object('id', n), 'previous', '{"title": "Before"}'::jsonb)
       from generate_series(1, $1::int) n`,
      [count, JSON.stringify(current)],
    );
  }

  /** Adds scheduled posts with the same due time, and their outbox events `post.scheduled`. @returns the due time */
  async addScheduledPosts(count: number, inSeconds: number): Promise<Date> {
    const { rows } = await this.client.query<{ due: Date }>(
      `with due as (select date_trunc('second', now()) + make_interval(secs => $2::int) as due),
       added as (
         insert into publishing.posts
           (id, uuid, title, slug, html, plaintext, status, published_at, created_at, created_by, updated_at)
         select lpad(to_hex(n), 24, '0'), gen_random_uuid(), 'Post ' || n, 'post-' || n, $3, $3, 'scheduled', due, now(), '1', now()
         from generate_series(1, $1::int) n, due returning id),
       written as (
         insert into publishing.posts_authors (id, post_id, author_id, sort_order) select id, id, '1', 0 from added),
       events as (
         insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
         select id, 'post', id, 0, 'post.scheduled', '{"current": {}, "previous": {}}' from added)
       select due from due`,
      [count, inSeconds, HTML],
    );
    await this.client.query('analyze publishing.posts');
    const due = rows[0]?.due;
    if (!due) throw new Error('The database returned no due time.');
    return due;
  }

  async close(): Promise<void> {
    await this.stopWorkers();
    await this.client.end();
    await this.redis?.kill();
    await this.databases.stop();
  }
}
