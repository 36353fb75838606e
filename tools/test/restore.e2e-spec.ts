import { createObjectId, createPublishingDataSource, runMigrations, Webhook } from '@almanac/entities';
import { addOwner, addPost, hasTestRedis, warnAboutMissingRedis } from '@almanac/testing';
import { Redis } from 'ioredis';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type DataSource } from 'typeorm';
import { PostgresServer } from '../src/faults/cluster/postgres-server';
import { RedisServer } from '../src/faults/cluster/redis-server';
import { Service } from '../src/faults/cluster/service';
import { eventually } from './local-run';
import { Receiver } from './whole-path';

jest.setTimeout(300_000);
if (!hasTestRedis()) warnAboutMissingRedis('the restore');

/** An online base backup like that of pg_basebackup, by the low-level API, which needs no client program. */
async function backUp(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_backup_start('restore', true)`);
  // The files belong to the user of the server; under root that is another user.
  execFileSync('cp', ['-a', from, to]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  rmSync(join(to, 'pg_wal'), { recursive: true });
  execFileSync('cp', ['-a', join(from, 'pg_wal'), to]);
  rmSync(join(to, 'postmaster.pid'));
  const label = join(to, 'backup_label');
  writeFileSync(label, rows[0]?.labelfile ?? '');
  const { uid, gid } = statSync(join(to, 'PG_VERSION'));
  chownSync(label, uid, gid);
}

/** A PostgreSQL, an empty Redis and a worker: the installation before the loss, or the one after it. */
class Installation {
  private constructor(
    readonly postgres: PostgresServer,
    readonly redis: RedisServer,
    readonly source: DataSource,
    readonly worker: Service,
  ) {}

  static async start(dataFolder: string, name: string): Promise<Installation> {
    const postgres = await PostgresServer.start(dataFolder);
    const redis = await RedisServer.start();
    const url = postgres.url('postgres');
    await runMigrations({ url });
    const worker = await Service.create({
      name,
      script: 'apps/scheduler-worker/dist/main.js',
      environment: {
        DATABASE_URL: url,
        QUEUE_URL: `redis://127.0.0.1:${redis.port}`,
        SITE_URL: 'https://site.example',
        ENCRYPTION_KEY: 'a key that only this suite uses, ever',
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      },
      logFile: `${dataFolder}.log`,
      onExit: () => undefined,
    });
    const source = await createPublishingDataSource({ url, poolSize: 2 }).initialize();
    return new Installation(postgres, redis, source, worker);
  }

  async count(query: string): Promise<number> {
    const [row] = await this.source.query<{ count: string }[]>(query);
    return Number(row?.count);
  }

  /** Whether no work is left for the worker. */
  async isIdle(): Promise<boolean> {
    const due = `select count(*) from publishing.posts where status = 'scheduled' and published_at <= now()`;
    const pending = `select count(*) from publishing.webhook_deliveries where status = 'pending'`;
    const events = `select count(*) from publishing.outbox where relayed_at is null`;
    return (await this.count(due)) + (await this.count(pending)) + (await this.count(events)) === 0;
  }

  async stop(): Promise<void> {
    await this.worker.retire();
    if (this.source.isInitialized) await this.source.destroy();
    await this.redis.kill();
    await this.postgres.stopImmediately();
  }
}

(hasTestRedis() ? describe : describe.skip)('a restored installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-restore-'));
  chmodSync(folder, 0o755);
  const running: Installation[] = [];
  let receiver: Receiver;

  const schedule = ({ manager }: DataSource, slug: string, dueAt: Date) =>
    addPost(manager, { slug, title: slug, status: 'scheduled', publishedAt: dueAt });
  const arrivalsOf = (slug: string): string[] =>
    receiver.arrivals
      .filter(({ body }) => body.includes(`"slug":"${slug}"`))
      .map(({ headers }) => String(headers['webhook-id']));

  beforeAll(async () => {
    receiver = await Receiver.listen();
  });
  afterAll(async () => {
    await Promise.all(running.map((installation) => installation.stop()));
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('publishes and delivers posts that became due meanwhile, and no other post a second time', async () => {
    const before = await Installation.start(join(folder, 'before'), 'before');
    running.push(before);
    await addOwner(before.source.manager);
    const webhook = { id: createObjectId(), event: 'post.published', targetUrl: receiver.url, createdAt: new Date() };
    await before.source.manager.insert(Webhook, webhook);
    for (const slug of ['published-1', 'published-2']) await schedule(before.source, slug, new Date());
    await schedule(before.source, 'next-year', new Date(Date.now() + 365 * 86_400_000));
    await before.worker.start();
    await eventually(async () => receiver.arrivals.length === 2 && before.isIdle());
    await before.worker.stop('SIGTERM');
    // This post is due and not yet published in the backup.
    await schedule(before.source, 'due-meanwhile', new Date());
    await backUp(before.postgres.url('postgres'), join(folder, 'before'), join(folder, 'after'));
    await before.stop();

    const after = await Installation.start(join(folder, 'after'), 'after');
    running.push(after);
    const redis = new Redis(after.redis.port, '127.0.0.1');
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
    await after.worker.start();
    await eventually(async () => arrivalsOf('due-meanwhile').length > 0 && after.isIdle());
    await after.worker.stop('SIGTERM');

    for (const slug of ['published-1', 'published-2', 'due-meanwhile']) {
      expect([slug, arrivalsOf(slug).length]).toEqual([slug, 1]);
      const events = `select count(*) from publishing.outbox o join publishing.posts p on p.id = o.subject_id
        where o.event = 'post.published' and p.slug = '${slug}'`;
      expect([
        slug,
        await after.count(`select count(*) from publishing.posts where slug = '${slug}' and status = 'published'`),
      ]).toEqual([slug, 1]);
      expect([slug, await after.count(events)]).toEqual([slug, 1]);
    }
    expect(
      await after.count(`select count(*) from publishing.posts where slug = 'next-year' and status = 'scheduled'`),
    ).toBe(1);
    expect(receiver.arrivals).toHaveLength(3);
  });
});
