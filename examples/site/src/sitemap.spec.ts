import type { APIRoute } from 'astro';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

const SITE = 'https://site.example';
const LISTS = ['/', '/archive/', '/events/'];
const urlsOf = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url ?? '');

describe('the sitemap', () => {
  let server: Server;
  let get: APIRoute;
  let paths: string[];
  beforeAll(async () => {
    // A Content API with posts only.
    server = createServer((request, response) => {
      const name = new URL(request.url ?? '', SITE).pathname.split('/').at(-2) ?? '';
      const posts = paths.map((path) => ({ url: `${SITE}${path}`, updated_at: '2026-01-01T00:00:00.000+00:00' }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ [name]: name === 'posts' ? posts : [], meta: {} }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    Object.assign(process.env, { CONTENT_API_URL: api, MEMBERS_URL: api, CALENDAR_URL: api, SITE_URL: SITE });
    Object.assign(process.env, { CONTENT_API_KEY: 'a'.repeat(26), WEBHOOK_SECRET: 'x' });
    ({ GET: get } = await import('./pages/sitemap.xml.ts'));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const read = async (query = '') => {
    const response = await get({ url: new URL(`/sitemap.xml${query}`, SITE) } as Parameters<APIRoute>[0]);
    return { status: response.status, xml: await response.text() };
  };
  const posts = (count: number): string[] => Array.from({ length: count }, (_, index) => `/post-${index}/`);

  it('is one file for a small site', async () => {
    paths = posts(9_997);
    const { xml } = await read();
    expect(xml).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>');
    expect(urlsOf(xml)).toEqual([...LISTS, ...paths].map((path) => `${SITE}${path}`));
    expect((await read('?part=1')).xml).toBe(xml);
  });

  it('is an index of sitemaps with all URLs for a site with more', async () => {
    paths = posts(60_000);
    const { xml } = await read();
    expect(xml).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<sitemap><loc>');
    const parts = await Promise.all(urlsOf(xml).map((url) => read(new URL(url).search)));
    expect(parts.map((part) => urlsOf(part.xml).length)).toEqual([...Array<number>(6).fill(10_000), 3]);
    expect(parts.flatMap((part) => urlsOf(part.xml))).toEqual([...LISTS, ...paths].map((path) => `${SITE}${path}`));
  });

  it('has less than 50 MB in each file, also with the longest slugs', async () => {
    paths = posts(9_997).map((path) => `/${'😀'.repeat(191)}${path}`);
    expect(Buffer.byteLength((await read()).xml)).toBeLessThan(30 * 1_048_576);
  });

  it.each(['0', '2', '-1', '1.5', 'x', ''])('has no part %p', async (part) => {
    paths = posts(1);
    expect((await read(`?part=${part}`)).status).toBe(404);
  });
});
