import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** The page for browsers at the root of a service. */
export interface HomePage {
  /** The name of the service for people, e.g. `Content API`. */
  title: string;
  /** The purpose of the service in one sentence. */
  purpose: string;
  links: HomeLink[];
}

export interface HomeLink {
  text: string;
  /** A path of the service, or a URL. */
  url: string;
  /** Whether the page has the link in development only. */
  isForDevelopment?: boolean;
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;color:#1d1d1f;background:#fbfaf8}
main{max-width:34rem;padding:2rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}ul{padding:0;list-style:none}li{margin:.4rem 0}a{color:#0b57a4}
@media(prefers-color-scheme:dark){body{color:#ececec;background:#17181a}a{color:#8ec5ff}}`;
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The headers of the page. The Content-Security-Policy allows only `STYLE`: no script and no request. */
const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-cache',
  vary: 'Accept',
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

/** The html of the page. Outside development, it has no style and no links for developers. */
function render({ title, purpose, links }: HomePage, isDevelopment: boolean): string {
  const items = links
    .filter((link) => isDevelopment || link.isForDevelopment !== true)
    .map(({ text, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Almanac ${escapeHtml(title)}</title>${isDevelopment ? `<style>${STYLE}</style>` : ''}</head>
<body><main><h1>Almanac: ${escapeHtml(title)}</h1>
<p>${escapeHtml(purpose)}</p>
<ul>
${items.join('\n')}
</ul></main></body></html>
`;
}

const isForBrowsers = ({ url, method, headers }: FastifyRequest): boolean =>
  (url === '/' || url.startsWith('/?')) &&
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '');

/**
 * Adds the hook that responds to browsers at the root path. Other clients, which do not accept html, are not affected.
 * @param home the page, or the URL to which browsers are redirected
 */
export function addHomePage(fastify: FastifyInstance, home: HomePage | string, isDevelopment: boolean): void {
  const body = typeof home === 'string' ? '' : render(home, isDevelopment);
  const respond = (reply: FastifyReply): FastifyReply =>
    typeof home === 'string'
      ? reply.header('vary', 'Accept').redirect(home, 302)
      : reply.headers(HEADERS).type('text/html; charset=utf-8').send(body);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isForBrowsers(request)) return done();
    void respond(reply);
  });
}

/** The links that the home page of every service has. @param adminUrl ADMIN_URL; if it is not set, there is no link to the Console */
export function commonLinks(adminUrl: string | undefined): HomeLink[] {
  return [
    ...(adminUrl === undefined ? [] : [{ text: 'The Console: write and plan', url: consoleUrl(adminUrl) }]),
    { text: 'Health of this service', url: '/health/ready' },
    { text: 'Metrics', url: '/metrics', isForDevelopment: true },
  ];
}

/** The URL of the Console. */
export function consoleUrl(adminUrl: string): string {
  return `${adminUrl}/console/`;
}
