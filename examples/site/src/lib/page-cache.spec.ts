import { PageCache, conditionalResponse } from './page-cache.ts';

let now = 1_000_000;
const page = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } });
const store = (cache: PageCache, text: string, startedAt = now, maxAgeMs?: number) =>
  cache.store('/', page(text), startedAt, maxAgeMs);

describe('PageCache', () => {
  let cache: PageCache;
  beforeEach(() => (cache = new PageCache(() => now)));

  it('returns what it stored, with its headers', async () => {
    expect(await (await store(cache, 'one')).text()).toBe('one');
    const found = cache.find('/');
    expect([await found?.text(), found?.headers.get('content-type')]).toEqual(['one', 'text/html']);
    expect(cache.find('/other/')).toBeUndefined();
  });

  it('drops all pages', async () => {
    await store(cache, 'one');
    cache.drop();
    expect(cache.find('/')).toBeUndefined();
  });

  it('keeps a page for a minute, or for the time that the page sets', async () => {
    await store(cache, 'one');
    now += 59_000;
    expect(await cache.find('/')?.text()).toBe('one');
    now += 1_001;
    expect(cache.find('/')).toBeUndefined();
    await store(cache, 'two', now, 5_000);
    now += 5_001;
    expect(cache.find('/')).toBeUndefined();
  });

  it('does not store a page whose rendering began before or just after a change', async () => {
    const startedAt = now;
    now += 50;
    cache.drop();
    expect(await (await store(cache, 'old', startedAt)).text()).toBe('old');
    await store(cache, 'maybe old', now + 1_000);
    expect(cache.find('/')).toBeUndefined();
    await store(cache, 'new', now + 1_001);
    expect(await cache.find('/')?.text()).toBe('new');
  });
});

describe('conditionalResponse', () => {
  it('responds 304 without a body to the tag of the same page only', async () => {
    const found = await store(new PageCache(), 'one');
    const requestWith = (tag: string) => new Request('https://site.example/', { headers: { 'if-none-match': tag } });
    const known = conditionalResponse(found, requestWith(found.headers.get('etag') ?? ''));
    expect([known.status, await known.text()]).toEqual([304, '']);
    expect(conditionalResponse(found, requestWith('"other"'))).toBe(found);
    expect(conditionalResponse(found, new Request('https://site.example/'))).toBe(found);
  });
});
