import { defineMiddleware } from 'astro:middleware';
import { configuration } from './lib/configuration.ts';
import { findSettings } from './lib/content.ts';
import { findMember, SESSION_COOKIE } from './lib/members.ts';
import { conditionalResponse, pageCache } from './lib/page-cache.ts';

const WEBHOOK_PATH = '/webhooks/almanac/';
const PUBLIC_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const PRIVATE_CACHE_CONTROL = 'private, no-store';
/** No scripts run, also not those in posts. Posts may embed images, media and frames of other sites. */
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

/** Whether a page can be the same for all visitors. Other query parameters than `zone` belong to one visitor, e.g. a search text. */
const isCacheable = ({ method }: Request, { searchParams }: URL): boolean =>
  method === 'GET' && [...searchParams.keys()].every((key) => key === 'zone');

/** Whether a page of this site sent the form. Browsers send the member's cookie with forms of a subdomain, too. */
const isOwnForm = ({ headers }: Request): boolean => headers.get('origin') === new URL(configuration.siteUrl).origin;

export const onRequest = defineMiddleware(async ({ request, url, cookies, locals }, next) => {
  const isForm = request.method === 'POST';
  if (isForm && url.pathname === WEBHOOK_PATH) return withHeaders(await next(), PRIVATE_CACHE_CONTROL);
  if (isForm && !isOwnForm(request)) return new Response('The form was not sent from this site.', { status: 403 });
  const startedAt = Date.now();
  const session = cookies.get(SESSION_COOKIE)?.value;
  const isPublicPage = !session && isCacheable(request, url);
  const key = `${url.pathname}${url.search}`;
  const cached = isPublicPage && pageCache.find(key);
  if (cached) return conditionalResponse(cached, request);
  const [settings, memberLocals] = await Promise.all([findSettings(), session ? findMember(session) : {}]);
  Object.assign(locals, { settings, ...memberLocals });
  const response = await next();
  // A page that sets `cache-control` itself must not be cached.
  if (!isPublicPage || response.status !== 200 || response.headers.has('cache-control'))
    return withHeaders(response, PRIVATE_CACHE_CONTROL);
  const page = await pageCache.store(key, withHeaders(response, PUBLIC_CACHE_CONTROL), startedAt, locals.maxAgeMs);
  return conditionalResponse(page, request);
});

function withHeaders(response: Response, cacheControl: string): Response {
  const headers = new Headers(response.headers);
  if (!headers.has('cache-control')) headers.set('cache-control', cacheControl);
  headers.set('content-security-policy', CONTENT_SECURITY_POLICY);
  headers.set('x-content-type-options', 'nosniff');
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  return new Response(response.body, { status: response.status, headers });
}
