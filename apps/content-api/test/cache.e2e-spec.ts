import { ApiKey, Post, Tag } from '@almanac/entities';
import { Metrics } from '@almanac/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ContentDatabase } from '../src/database/content-database';
import { SiteRevision } from '../src/site/site-revision';
import { request, startTestService, type TestService, until } from './service';
import { fillSite } from './site';

/** The value of the sample of a metric whose labels contain `label`. */
async function metricOf(app: NestFastifyApplication, name: string, label = ''): Promise<number> {
  const text = await app.get(Metrics).registry.getSingleMetricAsString(name);
  const sample = text.split('\n').find((line) => line.startsWith(name) && line.includes(label));
  if (sample === undefined) throw new Error(`${name} has no sample with ${label}.`);
  return Number(sample.split(' ').at(-1));
}

const cachedBytes = (app: NestFastifyApplication): Promise<number> => metricOf(app, 'content_cache_bytes');
const hits = (app: NestFastifyApplication): Promise<number> =>
  metricOf(app, 'content_cache_requests_total', 'outcome="hit"');

/** Holds the next statement that contains `part` after PostgreSQL has run it, until `release` is called. */
function holdStatement(app: NestFastifyApplication, part: string) {
  const { pool } = app.get(ContentDatabase);
  const query = pool.query.bind(pool);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let reportRun: () => void = () => undefined;
  const hasRun = new Promise<void>((resolve) => (reportRun = resolve));
  let runs = 0;
  const spy = jest.spyOn(pool, 'query').mockImplementation(async (...parameters: Parameters<typeof query>) => {
    const result = await query(...parameters);
    if (!JSON.stringify(parameters).includes(part)) return result;
    runs++;
    reportRun();
    await released;
    return result;
  });
  return { release, hasRun, runs: () => runs, restore: () => spy.mockRestore() };
}

describe('cached responses', () => {
  let service: TestService;
  let replica: NestFastifyApplication;

  beforeAll(async () => {
    service = await startTestService({ rateLimits: 'off' });
    await fillSite(service.source);
    replica = await service.startReplica();
  });
  afterAll(() => service.stop());

  const everywhere = (): NestFastifyApplication[] => [service.app, replica];
  const url = (path: string): string =>
    `/ghost/api/v3/content/${path}${path.includes('?') ? '&' : '?'}key=${service.contentKey.secret}`;
  const textOf = async (app: NestFastifyApplication, path: string): Promise<string> =>
    (await request(app, url(path))).text;
  const shows = (path: string, text: string) => async (): Promise<boolean> => {
    const texts = await Promise.all(everywhere().map((app) => textOf(app, path)));
    return texts.every((one) => one.includes(text));
  };
  const revisionOf = async (): Promise<string> => {
    const [row] = await service.source.query<{ revision: string }[]>('select revision from publishing.site_revision');
    return row?.revision ?? '';
  };

  it('are replaced on every replica after a change of any content', async () => {
    const { manager } = service.source;
    await until(shows('posts/slug/open/?include=tags,authors', '"Open"'));
    await manager.update(Post, { slug: 'open' }, { title: 'Changed title' });
    await until(shows('posts/slug/open/?include=tags,authors', 'Changed title'));
    await manager.update(Tag, { slug: 'news' }, { name: 'Changed tag' });
    await until(shows('posts/slug/open/?include=tags,authors', 'Changed tag'));
    await service.source.query(`update publishing.users set name = 'Changed author' where slug = 'alice'`);
    await until(shows('posts/slug/open/?include=tags,authors', 'Changed author'));
    await service.source.query(`update publishing.posts_meta set meta_title = 'Changed meta'`);
    await until(shows('posts/slug/open/', 'Changed meta'));
    await service.source.query(`update publishing.settings set value = 'Changed site' where key = 'title'`);
    await until(shows('settings/', 'Changed site'));
  });

  it('are replaced even if no notification arrives', async () => {
    await service.source.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'almanac-listen-publishing_site_revision' and datname = current_database()`);
    await service.source.manager.update(Post, { slug: 'open' }, { title: 'Unannounced' });
    await until(shows('posts/slug/open/', 'Unannounced'));
  });

  it('are not sent to a deleted key', async () => {
    const { manager } = service.source;
    const key = manager.create(ApiKey, { ...service.contentKey, id: 'f'.repeat(24), secret: 'e'.repeat(26) });
    await manager.insert(ApiKey, key);
    const path = `/ghost/api/v3/content/posts/?key=${key.secret}`;
    const statuses = async (status: number): Promise<boolean> => {
      const replies = await Promise.all(everywhere().map((app) => request(app, path)));
      return replies.every((reply) => reply.status === status);
    };
    await until(() => statuses(200));
    await manager.delete(ApiKey, { id: key.id });
    await until(() => statuses(401));
  });

  it('stay cached after changes that are not published', async () => {
    const before = await revisionOf();
    await service.source.manager.update(Post, { slug: 'draft' }, { title: 'Another draft' });
    await service.source.manager.update(ApiKey, { id: service.contentKey.id }, { lastSeenAt: new Date() });
    await service.source.query(`update publishing.members set name = 'Renamed'`);
    expect(await revisionOf()).toBe(before);
  });

  it('depend on a revision that rises once in a transaction with many changes', async () => {
    const before = BigInt(await revisionOf());
    await service.source.transaction(async (manager) => {
      await manager.query(`update publishing.posts set featured = not featured`);
      await manager.query(`update publishing.tags set description = 'x'`);
    });
    expect(BigInt(await revisionOf()) - before).toBe(1n);
  });

  it('are not the ones whose rows were read before a change', async () => {
    const { app, source } = service;
    const path = 'tags/slug/tech/';
    const before = app.get(SiteRevision).current;
    const statement = holdStatement(app, '"tech"');
    const slow = textOf(app, path);
    await statement.hasRun;
    await source.query(`update publishing.tags set description = 'New' where slug = 'tech'`);
    await until(() => Promise.resolve(![before, undefined].includes(app.get(SiteRevision).current)));
    statement.release();
    expect(await slow).not.toContain('"New"');
    statement.restore();
    expect(await textOf(app, path)).toContain('"New"');
  });

  it('are built once for concurrent requests', async () => {
    const { app } = service;
    await until(async () => app.get(SiteRevision).current !== undefined && (await textOf(app, 'tags/')) !== '');
    const statement = holdStatement(app, '"olga"');
    const requests = Array.from({ length: 20 }, () => textOf(app, 'authors/slug/olga/'));
    await statement.hasRun;
    statement.release();
    const texts = await Promise.all(requests);
    statement.restore();
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('Olga');
    expect(statement.runs()).toBe(1);
  });

  it('are shared by all content keys, in any place of the URL', async () => {
    const other = { ...service.contentKey, id: 'e'.repeat(24), secret: 'd'.repeat(26) };
    const { app } = service;
    const revision = app.get(SiteRevision).current;
    await service.source.manager.insert(ApiKey, other);
    // The new key raises the revision, which empties the cache as soon as the service knows it.
    await until(() => Promise.resolve(![revision, undefined].includes(app.get(SiteRevision).current)));
    const path = `/ghost/api/v3/content/tags/?key=${other.secret}&fields=id&limit=3`;
    await until(async () => (await request(app, path)).status === 200);
    const before = await hits(service.app);
    await textOf(service.app, 'tags/?fields=id&limit=3');
    await request(service.app, `/ghost/api/v3/content/tags/?fields=id&key=${other.secret}&limit=3`);
    expect((await hits(service.app)) - before).toBe(2);
    await service.source.manager.delete(ApiKey, { id: other.id });
  });

  it('are not mixed up if a parameter is repeated in another order', async () => {
    const first = await textOf(service.app, 'posts/?fields=id&fields=slug&limit=1');
    const second = await textOf(service.app, 'posts/?fields=slug&fields=id&limit=1');
    expect([first, second]).toEqual([
      expect.stringMatching(/^{"posts":\[{"id"/),
      expect.stringMatching(/^{"posts":\[{"slug"/),
    ]);
  });

  it('are not mixed up if the value of a parameter contains a key, too', async () => {
    const slugs = async (slug: string): Promise<string> =>
      textOf(service.app, `posts/?filter=slug:['?key=1','${slug}']&fields=slug`);
    expect([await slugs('open'), await slugs('teaser')]).toEqual([
      expect.stringContaining('"open"'),
      expect.stringContaining('"teaser"'),
    ]);
  });

  it('never depend on the clock', async () => {
    const before = await hits(service.app);
    for (let time = 0; time < 3; time++) await textOf(service.app, 'posts/?filter=published_at:<now-1d&fields=id');
    expect((await hits(service.app)) - before).toBe(0);
  });

  it('never take more bytes than allowed, compressed ones included', async () => {
    const capacity = 40_000;
    const small = await service.startReplica({ contentCacheBytes: capacity });
    for (let number = 1; number <= 60; number++) {
      const path = url(`posts/?include=tags,authors&limit=${number}`);
      await request(small, path, { 'accept-encoding': 'gzip' });
      await request(small, path, { 'accept-encoding': 'br' });
      await request(small, `${path}&noise=${'x'.repeat(number * 10)}`);
      expect(await cachedBytes(small)).toBeLessThanOrEqual(capacity);
    }
    expect(await cachedBytes(small)).toBeGreaterThan(capacity / 2);
  });

  it('stay cached while they are requested, however many others are built', async () => {
    const small = await service.startReplica({ contentCacheBytes: 20_000 });
    await textOf(small, 'posts/?fields=id');
    const before = await hits(small);
    for (let number = 1; number <= 60; number++) {
      await textOf(small, `posts/?limit=1&noise=${number}`);
      await textOf(small, 'posts/?fields=id');
    }
    expect((await hits(small)) - before).toBe(60);
    await textOf(small, 'posts/?limit=1&noise=1');
    expect((await hits(small)) - before).toBe(60);
  });

  it('do not exist with CONTENT_CACHE_BYTES=0', async () => {
    const none = await service.startReplica({ contentCacheBytes: 0 });
    for (let time = 0; time < 3; time++) await textOf(none, 'posts/');
    expect(await cachedBytes(none)).toBe(0);
    await textOf(none, 'posts/slug/open/');
    await service.source.manager.update(Post, { slug: 'open' }, { title: 'Fresh' });
    expect(await textOf(none, 'posts/slug/open/')).toContain('Fresh');
  });
});

describe('the database for content', () => {
  it('is used again after all connections were lost', async () => {
    const service = await startTestService({ contentCacheBytes: 0 });
    await fillSite(service.source);
    const isServed = async (): Promise<boolean> => (await service.get('v3/content/posts/')).status === 200;
    expect(await isServed()).toBe(true);
    await service.source.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'almanac-%content%'`);
    await until(isServed);
    expect((await request(service.app, '/health/ready')).status).toBe(200);
    await service.stop();
  });

  it('is the read replica, while wrong keys are counted in the primary', async () => {
    const replica = await startTestService();
    await fillSite(replica.source);
    await replica.source.query(`update publishing.posts set title = 'From the replica'`);
    const primary = await startTestService({ databaseReadUrl: replica.database.url });
    const path = '/ghost/api/v3/content/posts/';
    const { body } = await request(primary.app, `${path}?limit=1&key=${replica.contentKey.secret}`);
    expect(body.posts).toMatchObject([{ title: 'From the replica' }]);
    expect((await request(primary.app, `${path}?key=${primary.contentKey.secret}`)).status).toBe(401);
    const points = async (): Promise<number | undefined> =>
      (await primary.source.query<{ points: number }[]>('select points from publishing.rate_limits'))[0]?.points;
    await until(async () => (await points()) === 1);
    await primary.stop();
    await replica.stop();
  });
});
