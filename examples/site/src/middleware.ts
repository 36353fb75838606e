import { defineMiddleware } from 'astro:middleware';
import { configuration } from './lib/configuration.ts';
import { findSettings } from './lib/content.ts';
import { findMember, SESSION_COOKIE } from './lib/members.ts';
import { pageCache, withoutKnownBody } from './lib/page-cache.ts';

const WEBHOOK_PATH = '/webhooks/almanac/';
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
const isCacheable = ({ method }: Request, { searchParams }: URL): boolean =>
  method === 'GET' && [...searchParams.keys()].every((key) => key === 'zone');

/** Forms of other sites must not act for a member. */
const isOwnForm = ({ headers }: Request): boolean => headers.get('origin') === new URL(configuration.siteUrl).origin;

export const onRequest = defineMiddleware(async ({ request, url, cookies, locals }, next) => {
  const isForm = request.method === 'POST';
  if (isForm && url.pathname === WEBHOOK_PATH) return withHeaders(await next(), PRIVATE);
  if (isForm && !isOwnForm(request)) return new Response('The form is not of this site.', { status: 403 });
  const startedAt = Date.now();
  const session = cookies.get(SESSION_COOKIE)?.value;
  const isPublicPage = !session && isCacheable(request, url);
  const key = `${url.pathname}${url.search}`;
  const known = isPublicPage && pageCache.find(key);
  if (known) return withoutKnownBody(known, request);
  const [settings, reader] = await Promise.all([findSettings(), session ? findMember(session) : {}]);
  Object.assign(locals, { settings, ...reader });
  const response = await next();
  // A page that sets the header itself is not for all visitors.
  if (!isPublicPage || response.status !== 200 || response.headers.has('cache-control'))
    return withHeaders(response, PRIVATE);
  const page = await pageCache.store(key, withHeaders(response, PUBLIC), startedAt, locals.maxAgeMs);
  return withoutKnownBody(page, request);
});

function withHeaders(response: Response, cacheControl: string): Response {
  const headers = new Headers(response.headers);
  if (!headers.has('cache-control')) headers.set('cache-control', cacheControl);
  headers.set('content-security-policy', CONTENT_SECURITY_POLICY);
  headers.set('x-content-type-options', 'nosniff');
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  return new Response(response.body, { status: response.status, headers });
}
