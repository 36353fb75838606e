import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { createHash } from 'node:crypto';
import { addHomePage, commonLinks, type HomePage } from '../src';

const HTML = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
const home: HomePage = {
  title: 'Content API',
  purpose: 'It reads <posts>.',
  links: [
    { text: 'Documentation', url: '/docs' },
    { text: 'Try "it"', url: '/try?a=1&b="', isForDevelopment: true },
    ...commonLinks('https://admin.example.com'),
  ],
};

describe('the home page of a service', () => {
  let app: FastifyInstance;
  const start = (page: HomePage | string, isDevelopment: boolean): void => {
    app = fastify();
    addHomePage(app, page, isDevelopment);
    app.get('/', (_request, reply) => reply.send({ from: 'the route' }));
  };
  const get = (url: string, headers: Record<string, string> = HTML): Promise<LightMyRequestResponse> =>
    app.inject({ url, headers });
  afterEach(() => app.close());

  it('says in development what the service is, with all links', async () => {
    start(home, true);
    const { statusCode, headers, body } = await get('/?utm=x');
    expect([statusCode, headers['content-type'], headers.vary]).toEqual([200, 'text/html; charset=utf-8', 'Accept']);
    expect(body).toContain('<h1>Almanac: Content API</h1>\n<p>It reads &lt;posts&gt;.</p>');
    expect([...body.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, url, text]) => [url, text])).toEqual([
      ['/docs', 'Documentation'],
      ['/try?a=1&amp;b=&quot;', 'Try &quot;it&quot;'],
      ['https://admin.example.com/console/', 'The Console: write and plan'],
      ['/health/ready', 'Health of this service'],
      ['/metrics', 'Metrics'],
    ]);
  });

  it('allows only its own style', async () => {
    start(home, true);
    const { headers, body } = await get('/');
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(body).not.toMatch(/<script|style=|\son\w+=/);
  });

  it('is plain in production, without the links for developers', async () => {
    start(home, false);
    const { body } = await get('/');
    expect(body).not.toMatch(/<style|Metrics|Try/);
    expect(body).toMatch(/Documentation[\s\S]*The Console[\s\S]*Health/);
  });

  it.each<[string, string, Record<string, string>]>([
    ['a client for JSON', '/', { accept: 'application/json' }],
    ['a client that accepts everything', '/', { accept: '*/*' }],
    ['a client that names nothing', '/', {}],
  ])('leaves %s to the routes', async (_name, url, headers) => {
    start(home, true);
    expect((await get(url, headers)).json()).toEqual({ from: 'the route' });
  });

  it('leaves other paths and methods to the routes', async () => {
    start(home, true);
    expect((await get('/other')).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/', headers: HTML })).statusCode).toBe(404);
    expect((await app.inject({ method: 'HEAD', url: '/', headers: HTML })).headers['content-type']).toMatch(/html/);
  });

  it('can lead elsewhere', async () => {
    start('https://admin.example.com/console/', false);
    const { statusCode, headers } = await get('/');
    expect([statusCode, headers.location]).toEqual([302, 'https://admin.example.com/console/']);
    expect((await get('/', { accept: 'application/json' })).statusCode).toBe(200);
  });
});
