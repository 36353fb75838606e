import { defineMiddleware } from 'astro:middleware';
import { configuration } from './lib/configuration.ts';
import { findMember, SESSION_COOKIE } from './lib/members.ts';
import { pageCache } from './lib/page-cache.ts';

const WEBHOOKS = '/webhooks/';
const PUBLIC = 'public, max-age=0, must-revalidate';
const PRIVATE = 'private, no-store';
/** Pages of this site need no script; cards of posts may show pictures, media and frames of other sites. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  'img-src * data:',
  'media-src *',
  'frame-src https:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Pages with another query than a time zone are results of forms. */
const isCacheable = ({ searchParams }: URL): boolean => [...searchParams.keys()].every((key) => key === 'zone');

/** Forms of other sites must not act for a member. */
const isOwnForm = ({ headers }: Request): boolean => headers.get('origin') === new URL(configuration.siteUrl).origin;

export const onRequest = defineMiddleware(async ({ request, url, cookies, locals }, next) => {
  const isForm = request.method === 'POST';
  if (isForm && url.pathname.startsWith(WEBHOOKS)) return withHeaders(await next(), PRIVATE);
  if (isForm && !isOwnForm(request)) return new Response('The form is not of this site.', { status: 403 });
  if (!isForm && !/(\/|\.\w+)$/.test(url.pathname))
    return new Response(null, {
      status: 301,
      headers: { location: `${configuration.siteUrl}${url.pathname}/${url.search}` },
    });
  const session = cookies.get(SESSION_COOKIE)?.value;
  if (session) {
    Object.assign(locals, await findMember(session));
    return withHeaders(await next(), PRIVATE);
  }
  if (request.method !== 'GET' || !isCacheable(url)) return withHeaders(await next(), PRIVATE);
  return throughCache(`${url.pathname}${url.search}`, request.headers.get('if-none-match'), { next, locals });
});

async function throughCache(
  key: string,
  ifNoneMatch: string | null,
  { next, locals }: { next: () => Promise<Response>; locals: App.Locals },
): Promise<Response> {
  const startedAt = Date.now();
  const known = pageCache.find(key, ifNoneMatch);
  if (known) return known;
  const response = await next();
  // A page that sets the header itself is not for all visitors.
  if (response.status !== 200 || response.headers.has('cache-control')) return withHeaders(response, PRIVATE);
  return pageCache.store(key, withHeaders(response, PUBLIC), { startedAt, ifNoneMatch, maxAgeMs: locals.maxAgeMs });
}

function withHeaders(response: Response, cacheControl: string): Response {
  const headers = new Headers(response.headers);
  if (!headers.has('cache-control')) headers.set('cache-control', cacheControl);
  headers.set('content-security-policy', CONTENT_SECURITY_POLICY);
  headers.set('x-content-type-options', 'nosniff');
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  return new Response(response.body, { status: response.status, headers });
}
