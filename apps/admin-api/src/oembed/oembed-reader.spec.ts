import { AddressGuard, OutboundClient } from '@almanac/platform';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OembedReader } from './oembed-reader';
import { knownOembedUrl } from './oembed-providers';

const page = (head: string): string => `<!doctype html><html><head>${head}</head><body><p>Text</p></body></html>`;

describe('OembedReader', () => {
  let server: Server;
  let origin: string;
  const pages = new Map<string, { status?: number; type?: string; body?: string | Buffer; location?: string }>();
  const visited: string[] = [];

  const clientFor = (guard: AddressGuard): OutboundClient =>
    new OutboundClient({ guard, connectTimeoutMs: 2_000, connectionsPerOrigin: 2 });
  const client = clientFor(new AddressGuard(['127.0.0.0/8']));
  const reader = new OembedReader(client);
  const read = (path: string, prefersBookmark = false, allowsBookmark = true) =>
    reader.read(`${origin}${path}`, { prefersBookmark, allowsBookmark });

  beforeAll(async () => {
    server = createServer((request, response) => {
      visited.push(String(request.url));
      const found = pages.get(String(request.url).split('?')[0] ?? '');
      response.writeHead(found ? (found.status ?? 200) : 404, {
        'content-type': found?.type ?? 'text/html',
        ...(found?.location && { location: found.location }),
      });
      response.end(found?.body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    pages.set('/embeddable', {
      body: page('<link rel="alternate" type="application/json+oembed" href="/oembed.json">'),
    });
    pages.set('/oembed.json', {
      type: 'application/json',
      body: JSON.stringify({ version: '1.0', type: 'rich', html: '<b>x</b>', width: 3, evil: { deep: 1 } }),
    });
    for (const endpoint of ['/gone.json', '/broken.json']) {
      pages.set(`/with${endpoint}`, {
        body: page(`<title>Film</title><link rel="alternate" type="application/json+oembed" href="${endpoint}">`),
      });
    }
    pages.set('/broken.json', { type: 'application/json', body: '<html>' });
    pages.set('/article', {
      body: page(
        '<title>Plain &amp; simple</title><meta property="og:image" content="/a.png"><link rel="shortcut icon" href="/i.png"><meta name="description" content="About">',
      ),
    });
    pages.set('/moved', { status: 302, location: '/article' });
    pages.set('/loop', { status: 302, location: '/loop' });
    pages.set('/bare', { body: page('') });
  });
  afterAll(async () => {
    await client.close();
    server.close();
  });

  it('returns the oEmbed data of the page, without unknown properties', async () => {
    expect(await read('/embeddable')).toEqual({ version: '1.0', type: 'rich', html: '<b>x</b>', width: 3 });
  });

  it.each([
    ['on request', '/article', true],
    ['without a provider', '/article', false],
    ['behind a redirect', '/moved', true],
  ])('creates a bookmark of a page %s', async (_why, path, prefersBookmark) => {
    expect(await read(path, prefersBookmark)).toEqual({
      type: 'bookmark',
      url: `${origin}${path}`,
      metadata: {
        url: `${origin}/article`,
        title: 'Plain & simple',
        description: 'About',
        author: null,
        publisher: null,
        thumbnail: `${origin}/a.png`,
        icon: `${origin}/i.png`,
      },
    });
  });

  it.each([
    ['responds with 404', '/with/gone.json'],
    ['sends no JSON', '/with/broken.json'],
  ])('creates a bookmark of a page whose oEmbed endpoint %s', async (_why, path) => {
    expect(await read(path)).toMatchObject({ type: 'bookmark', metadata: { title: 'Film' } });
    await expect(read(path, false, false)).rejects.toMatchObject({ status: 422, context: `${origin}${path}` });
  });

  describe('for a page that names its own oEmbed endpoint', () => {
    const named = async (endpoint: string, data: object, allowsBookmark = true): Promise<unknown> => {
      const head = `<title>Film</title><link rel="alternate" type="application/json+oembed" href="${endpoint}?url=x">`;
      pages.set('/naming', { body: page(head) });
      pages.set(endpoint, { type: 'application/json', body: JSON.stringify(data) });
      return read('/naming', false, allowsBookmark);
    };
    const rich = { version: '1.0', type: 'rich', html: '<b>x</b>', width: 600, height: null };

    it.each([
      ['of WordPress', '/blog/wp-json/oembed/1.0/embed', rich],
      ['without a version', '/own.json', { ...rich, version: undefined }],
      ['without a type', '/own.json', { ...rich, type: undefined }],
      ['of an unknown type', '/own.json', { ...rich, type: 'toString' }],
      ['of a link', '/own.json', { version: '1.0', type: 'link' }],
      ['of a photo without its URL', '/own.json', { version: '1.0', type: 'photo', width: 6, height: 4 }],
      ['of a video without html', '/own.json', { ...rich, type: 'video', html: '' }],
      ['without a width', '/own.json', { ...rich, width: null }],
    ])('creates a bookmark instead of data %s', async (_which, endpoint, data) => {
      expect(await named(endpoint, data)).toMatchObject({ type: 'bookmark', metadata: { title: 'Film' } });
    });

    it.each([
      ['a video', { ...rich, type: 'video' }],
      ['rich content', rich],
      ['a photo', { version: '1.0', type: 'photo', url: 'https://example.com/a.jpg' }],
    ])('returns the data of %s', async (_what, data) => {
      expect(await named('/own.json', data)).toEqual(data);
    });

    it('returns the data of WordPress and of links in a version without bookmarks', async () => {
      expect(await named('/wp-json/oembed/1.0/embed', rich, false)).toEqual(rich);
      const link = { version: '1.0', type: 'link', title: 'A link' };
      expect(await named('/own.json', link, false)).toEqual(link);
      await expect(named('/own.json', { ...rich, html: undefined }, false)).rejects.toMatchObject({ status: 422 });
    });
  });

  it.each(['/nothing-there', '/bare', '/loop'])(
    'rejects %s, which has neither oEmbed data nor a title',
    async (path) => {
      await expect(read(path)).rejects.toMatchObject({
        message: 'No provider found for supplied URL.',
        context: `${origin}${path}`,
      });
    },
  );

  it.each([
    ['the header', 'text/html; charset=ISO-8859-1', ''],
    ['a `meta` element', 'text/html', '<meta charset="windows-1252">'],
  ])('decodes a page by the charset that %s names', async (_where, type, head) => {
    const body = Buffer.from(page(`${head}<title>Grüße</title>`), 'latin1');
    pages.set('/latin1', { type, body });
    expect(await read('/latin1')).toMatchObject({ metadata: { title: 'Grüße' } });
  });

  it('reads a page in UTF-8 if its charset is unknown', async () => {
    pages.set('/unknown', { type: 'text/html; charset=nonsense', body: page('<title>Grüße</title>') });
    expect(await read('/unknown')).toMatchObject({ metadata: { title: 'Grüße' } });
  });

  it('ignores blank `meta` elements', async () => {
    pages.set('/blank', { body: page('<title>Film</title><meta property="og:title" content=" ">') });
    expect(await read('/blank')).toMatchObject({ metadata: { title: 'Film' } });
  });

  it('creates no bookmark in a version without bookmarks', async () => {
    await expect(read('/article', false, false)).rejects.toMatchObject({ status: 422 });
  });

  it('connects only to public addresses', async () => {
    const closed = new OembedReader(clientFor(new AddressGuard()));
    visited.length = 0;
    for (const url of [
      `${origin}/article`,
      'http://localhost:1/',
      'http://169.254.169.254/',
      'file:///etc/passwd',
      '',
      'x',
    ]) {
      await expect(closed.read(url, { prefersBookmark: true, allowsBookmark: true })).rejects.toMatchObject({
        status: 422,
      });
    }
    expect(visited).toEqual([]);
  });

  it('knows the endpoints of large providers', () => {
    expect(knownOembedUrl('https://youtu.be/abc?t=1')).toBe(
      'https://www.youtube.com/oembed?url=https%3A%2F%2Fyoutu.be%2Fabc%3Ft%3D1&format=json',
    );
    expect(knownOembedUrl('https://notyoutube.com/watch?v=1')).toBeUndefined();
  });
});
