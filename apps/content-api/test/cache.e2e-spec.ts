import { ApiKey, Post, Tag } from '@almanac/entities';
import { Metrics } from '@almanac/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AnswerCache } from '../src/answers/answer-cache';
import { Answers } from '../src/answers/answers';
import { SiteRevision } from '../src/site/site-revision';
import { request, startTestService, type TestService, until } from './service';
import { fillSite } from './site';

async function bytesKept(app: NestFastifyApplication): Promise<number> {
  const text = await app.get(Metrics).registry.getSingleMetricAsString('content_cache_bytes');
  return Number(/content_cache_bytes(?:\{[^}]*\})? (\d+)/.exec(text)?.[1]);
}

describe('answers kept in memory', () => {
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

  it('are forgotten on every replica after a change, whatever was changed', async () => {
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

  it('are forgotten although no announcement came through', async () => {
    await service.source.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'almanac-listen-publishing_site_revision' and datname = current_database()`);
    await service.source.manager.update(Post, { slug: 'open' }, { title: 'Unheard' });
    await until(shows('posts/slug/open/', 'Unheard'));
  });

  it('do not outlive the key they were given for', async () => {
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

  it('survive changes that no reader sees', async () => {
    const before = await revisionOf();
    await service.source.manager.update(Post, { slug: 'draft' }, { title: 'Another draft' });
    await service.source.manager.update(ApiKey, { id: service.contentKey.id }, { lastSeenAt: new Date() });
    await service.source.query(`update publishing.members set name = 'Somebody'`);
    expect(await revisionOf()).toBe(before);
  });

  it('raise the revision once in a transaction, however much it changes', async () => {
    const before = BigInt(await revisionOf());
    await service.source.transaction(async (manager) => {
      await manager.query(`update publishing.posts set featured = not featured`);
      await manager.query(`update publishing.tags set description = 'x'`);
    });
    expect(BigInt(await revisionOf()) - before).toBe(1n);
  });

  it('are not kept when a change overtook their making', async () => {
    const { app } = service;
    const revision = app.get(SiteRevision);
    const before = revision.current;
    let finish: (made: { json: string; mayBeKept: boolean }) => void = () => undefined;
    const slow = app.get(Answers).give({ key: 'slow', make: () => new Promise((resolve) => (finish = resolve)) });
    await service.source.query(`update publishing.tags set description = 'y'`);
    await until(() => Promise.resolve(revision.current !== before));
    finish({ json: '{"old":true}', mayBeKept: true });
    expect((await slow).identity.body.toString()).toBe('{"old":true}');
    expect(app.get(AnswerCache).find('slow')).toBeUndefined();
  });

  it('are made once for many who ask at the same time', async () => {
    let made = 0;
    const make = async (): Promise<{ json: string; mayBeKept: boolean }> => {
      made++;
      await Promise.resolve();
      return { json: '{}', mayBeKept: true };
    };
    const answers = service.app.get(Answers);
    await Promise.all(Array.from({ length: 20 }, () => answers.give({ key: 'together', make })));
    expect(made).toBe(1);
  });

  it('are not kept when they change with the clock', async () => {
    const path = 'posts/?filter=published_at:<now-1d&fields=id';
    await textOf(service.app, path);
    const hitsBefore = await service.app.get(Metrics).registry.getSingleMetricAsString('content_cache_requests_total');
    await textOf(service.app, path);
    const hitsAfter = await service.app.get(Metrics).registry.getSingleMetricAsString('content_cache_requests_total');
    expect(/outcome="hit"[^\n]*/.exec(hitsAfter)?.[0]).toBe(/outcome="hit"[^\n]*/.exec(hitsBefore)?.[0]);
  });

  it('never take more bytes than allowed, compressed forms and URLs included', async () => {
    const capacity = 40_000;
    const small = await service.startReplica({ contentCacheBytes: capacity });
    for (let number = 1; number <= 60; number++) {
      const path = url(`posts/?include=tags,authors&limit=${number}`);
      await request(small, path, { 'accept-encoding': 'gzip' });
      await request(small, path, { 'accept-encoding': 'br' });
      await request(small, `${path}&noise=${'x'.repeat(number * 10)}`);
      expect(await bytesKept(small)).toBeLessThanOrEqual(capacity);
    }
    expect(await bytesKept(small)).toBeGreaterThan(capacity / 2);
  });

  it('stay while somebody asks for them, however many others come', async () => {
    const small = await service.startReplica({ contentCacheBytes: 20_000 });
    const cache = small.get(AnswerCache);
    const answers = small.get(Answers);
    const made = jest.fn(() => Promise.resolve({ json: `"${'x'.repeat(1_000)}"`, mayBeKept: true }));
    await until(() => Promise.resolve(small.get(SiteRevision).current !== undefined));
    for (let number = 0; number < 100; number++) {
      await answers.give({ key: 'wanted', make: made });
      await answers.give({ key: `unwanted ${number}`, make: made });
    }
    expect(made).toHaveBeenCalledTimes(101);
    expect(cache.find('unwanted 0')).toBeUndefined();
    expect(cache.find('unwanted 99')).toBeDefined();
  });

  it('are none at all when no bytes are allowed', async () => {
    const none = await service.startReplica({ contentCacheBytes: 0 });
    for (let time = 0; time < 3; time++) await textOf(none, 'posts/');
    expect(await bytesKept(none)).toBe(0);
    await textOf(none, 'posts/slug/open/');
    await service.source.manager.update(Post, { slug: 'open' }, { title: 'Fresh' });
    expect(await textOf(none, 'posts/slug/open/')).toContain('Fresh');
  });
});

describe('a database to read from', () => {
  it('is found again after every connection was lost', async () => {
    const service = await startTestService({ contentCacheBytes: 0 });
    await fillSite(service.source);
    const isAnswered = async (): Promise<boolean> => (await service.get('v3/content/posts/')).status === 200;
    expect(await isAnswered()).toBe(true);
    await service.source.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'almanac-%content%'`);
    await until(isAnswered);
    expect((await request(service.app, '/health/ready')).status).toBe(200);
    await service.stop();
  });

  it('is where answers and keys come from, while wrong keys are counted in the primary', async () => {
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
