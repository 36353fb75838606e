/**
 * Patterns of paths and their services; the first match counts. deploy/edge/Caddyfile and the Ingress of the chart have
 * these rules for the origin of the site.
 * As in Caddy, upper and lower case are the same.
 */
const ROUTES = [
  [/^\/ghost\/api\/(?:[^/]+\/)?content(?:\/|$)/i, 'content-api'],
  [/^\/ghost\/api(?:\/|$)/i, 'admin-api'],
  [/^\/(?:members|content)(?:\/|$)/i, 'admin-api'],
  [/^\/(?:graphql|sign-in|calendars|feeds|import|rsvp)(?:\/|$)/i, 'calendar-graphql'],
  [/^\/events\/[^/]+\.ics$/i, 'calendar-graphql'],
];

/**
 * The service that responds to a request on the site's origin.
 * @param url path and query of the request
 * @returns `content-api`, `admin-api`, `calendar-graphql` or `site`
 */
export function serviceOf(url) {
  const [path] = url.split('?');
  return ROUTES.find(([pattern]) => pattern.test(path))?.[1] ?? 'site';
}
