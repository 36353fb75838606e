import { Post } from '@almanac/entities';
import { Logger } from '@almanac/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ShortWay } from '../src/answers/short-way';
import { ReadDatabase } from '../src/database/read-database';
import { startTestService, type TestService } from './service';
import { fillSite } from './site';
import { wire, type WireReply } from './wire';

const usual = [
  'posts/?',
  'posts/?include=tags,authors&limit=2&page=2',
  'posts/?filter=tag:news%2Bfeatured:false&order=title%20asc',
  'posts/?fields=id,title,excerpt&formats=plaintext,html',
  'posts/?fields=id&fields=title&include=tags&include=authors',
  'posts/slug/open/?include=tags,authors&formats=html,plaintext,mobiledoc',
  'posts/slug/members-only/?',
  'posts/slug/teaser/?absolute_urls=true&noise=%C3%A4+%ZZ&&=',
  'pages/?include=authors',
  'pages/slug/about/?',
  'tags/?include=count.posts&order=count.posts%20desc',
  'tags/slug/news/?',
  'authors/?limit=1',
  'authors/slug/alice/?include=count.posts',
];
const refused = [
  'posts/slug/nowhere/?',
  'tags/slug/unused/?',
  `authors/${'a'.repeat(24)}/?`,
  'posts/?filter=nothing:1',
  'posts/?filter=((',
  'posts/?limit=-1',
  'posts/?page=x',
  'posts/?order=%27',
  'pages/?formats=pdf',
  'posts/slug/open/?formats=pdf',
];
const unusual = [
  'posts/?limit=all',
  'posts?limit=1',
  'posts/slug/open?',
  'posts//slug/open/?',
  'POSTS/?',
  'posts/slug/OPEN/?',
  'posts/slug/op%65n/?',
  'posts/1/?',
  'settings/?',
  'nothing/?',
];

/** Without what belongs to one connection. */
function lasting({ status, headers, body }: WireReply): WireReply {
  return { status, headers: headers.filter((header) => !/^(connection|keep-alive|date)/.test(header)), body };
}

describe('a request ahead of the framework', () => {
  let service: TestService;
  let through: NestFastifyApplication;
  let shortWay: jest.SpyInstance;
  const origins = { ahead: '', through: '' };

  beforeAll(async () => {
    service = await startTestService({ rateLimits: 'off', contentCacheBytes: 0 });
    await fillSite(service.source);
    through = await service.startReplica();
    jest.spyOn(through.get(ShortWay), 'answer').mockReturnValue(undefined);
    shortWay = jest.spyOn(service.app.get(ShortWay), 'answer');
    for (const app of [service.app, through]) await app.listen(0, '127.0.0.1');
    origins.ahead = await service.app.getUrl();
    origins.through = await through.getUrl();
    // The first answer of each version teaches the short way its headers.
    for (const version of ['v2', 'v3', 'canary']) await wire(origins.ahead, urlOf(version, 'posts/?limit=1'));
  });
  beforeEach(() => shortWay.mockClear());
  afterAll(() => service.stop());

  const urlOf = (version: string, path: string): string => {
    const separator = path.endsWith('?') ? '' : path.includes('?') ? '&' : '?';
    return `/ghost/api/${version}/content/${path}${separator}key=${service.contentKey.secret}`;
  };
  /** What the short way gave for the last request. */
  const given = (): unknown => Promise.resolve(shortWay.mock.results.at(-1)?.value);
  const both = async (path: string, headers: string[] = []): Promise<[WireReply, WireReply]> => {
    const ahead = await wire(origins.ahead, path, headers);
    return [lasting(ahead), lasting(await wire(origins.through, path, headers))];
  };

  describe.each(['v2', 'v3', 'canary'])('%s', (version) => {
    it.each(usual)('is answered to the byte as through it: %s', async (path) => {
      for (const headers of [[], ['Accept-Encoding: gzip, br'], ['If-None-Match: *', 'X-Request-Id: abc']]) {
        const [ahead, behind] = await both(urlOf(version, path), headers);
        expect(await given()).toMatchObject({ status: headers.length === 2 ? 304 : 200 });
        if (headers.length < 2) expect(ahead).toEqual(behind);
        else expect([ahead.status, ahead.body]).toEqual([behind.status, behind.body]);
      }
    });

    it.each(refused)('is refused as by it: %s', async (path) => {
      const [ahead, behind] = await both(urlOf(version, path));
      await expect(given()).rejects.toThrow();
      expect(ahead.status).toMatch(/ 4\d\d /);
      expect(ahead).toEqual(behind);
    });

    it.each(unusual)('is left to it in an unusual form: %s', async (path) => {
      const [ahead, behind] = await both(urlOf(version, path));
      expect(await given()).toBeUndefined();
      expect(ahead).toEqual(behind);
    });
  });

  it.each([
    ['no key', 'posts/?limit=1', []],
    ['an empty key', 'posts/?key=', []],
    ['a wrong key', 'posts/?key=0123456789abcdef0123456789', []],
    ['two keys', 'posts/?key=a&key=b', []],
    ['a token', 'posts/?limit=1', ['Authorization: GhostMembers x']],
  ])('is left to it with %s', async (_, path, headers) => {
    const [ahead, behind] = await both(`/ghost/api/v3/content/${path}`, headers);
    expect(await given()).toBeUndefined();
    expect(ahead.status).toMatch(/ 40[0-3] /);
    expect(ahead).toEqual(behind);
  });

  it('is left to it with a key that is for staff', async () => {
    const [ahead] = await both(`/ghost/api/v3/content/posts/?key=${service.adminKey.secret}`);
    expect(await given()).toBeUndefined();
    expect(ahead.status).toMatch(/ 401 /);
  });

  it('is found by an id as by a slug', async () => {
    const { id } = await service.source.manager.findOneByOrFail(Post, { slug: 'open' });
    const [ahead, behind] = await both(urlOf('v3', `posts/${id}/`));
    expect(await given()).toMatchObject({ status: 200 });
    expect(ahead).toEqual(behind);
  });

  it('asks the database once for what is not there', async () => {
    const run = jest.spyOn(service.app.get(ReadDatabase).pool, 'query');
    await wire(origins.ahead, urlOf('v3', 'posts/slug/nowhere/?'));
    const texts = run.mock.calls.map(([statement]) => JSON.stringify(statement));
    run.mockRestore();
    expect(texts.filter((text) => text.includes('nowhere'))).toHaveLength(1);
  });

  it('is counted under the route of the framework', async () => {
    const countsAt = async (origin: string): Promise<(string | undefined)[]> => {
      const { body } = await wire(origin, '/metrics');
      const counts = /http_request_duration_seconds_count\{[^}]*route="(\/ghost[^"]*)",status="(\d+)"[^}]*\} \d+/g;
      return [...body.matchAll(counts)].map(([, route, status]) => `${route} ${status}`).sort();
    };
    expect(await countsAt(origins.ahead)).toEqual(await countsAt(origins.through));
  });

  it('that fails is logged once and answered with 500', async () => {
    const error = jest.spyOn(service.app.get(Logger), 'error');
    const failure = new Error('the database is gone');
    const run = jest.spyOn(service.app.get(ReadDatabase).pool, 'query').mockImplementation(() => {
      throw failure;
    });
    const { status, body } = await wire(origins.ahead, urlOf('v3', 'tags/slug/news/?'));
    run.mockRestore();
    expect(status).toMatch(/ 500 /);
    expect(body).not.toContain('gone');
    expect(error.mock.calls.map(([thrown]) => (thrown as Error).cause)).toEqual([failure]);
  });
});
