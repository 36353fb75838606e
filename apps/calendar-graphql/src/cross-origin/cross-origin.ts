import { type CalendarGraphqlConfiguration, serializedOrigins } from '@almanac/validation';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyReply } from 'fastify';

/** Paths that accept a session token; only pages of allowed origins may read their responses. */
const SESSION_PATHS = new Set(['/graphql', '/import']);
/** The path of the RSVP answers to an occurrence as CSV, which the Console downloads. A request needs a session token, too. */
const ANSWERS_PATH = /^\/rsvp\/answers\/[^/]+\.csv$/;
/** Public feeds, which pages of every origin may read. Personal feeds (`/feeds/personal/`) are not public. */
const FEED_PATH = /^\/(?:calendars|events|feeds\/categories)\/[^/]+\.ics$/;
const ANY_ORIGIN = '*';
/** How long browsers may cache the response to a preflight request: a day. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
const REQUEST_HEADERS = 'authorization, content-type, apollo-require-preflight, x-request-id';
const RESPONSE_HEADERS = 'etag, retry-after, x-request-id';

function allowOrigin(reply: FastifyReply, origin: string): void {
  void reply.header('access-control-allow-origin', origin);
  void reply.header('access-control-expose-headers', RESPONSE_HEADERS);
}

function answerPreflight(reply: FastifyReply, methods: string): void {
  void reply
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', REQUEST_HEADERS)
    .header('access-control-max-age', String(PREFLIGHT_MAX_AGE_SECONDS))
    .status(204)
    .send();
}

/**
 * Adds the response headers for cross-origin requests (the CORS protocol of the Fetch standard), and answers preflight requests. The
 * origin of `ADMIN_URL`, which serves the Console, needs no entry in `corsOrigins`. No response allows credentials: sessions are bearer
 * tokens, which a script sends itself, and the service has no cookies.
 */
export function allowOrigins(
  app: NestFastifyApplication,
  { corsOrigins, adminUrl }: Pick<CalendarGraphqlConfiguration, 'corsOrigins' | 'adminUrl'>,
): void {
  const allowsAny = corsOrigins.includes(ANY_ORIGIN);
  const allowed = serializedOrigins(adminUrl === undefined ? corsOrigins : [...corsOrigins, adminUrl]);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      const [path = ''] = request.url.split('?', 1);
      const needsAllowedOrigin = SESSION_PATHS.has(path) || ANSWERS_PATH.test(path);
      const isFeed = FEED_PATH.test(path);
      if (!needsAllowedOrigin && !isFeed) return done();
      const { origin } = request.headers;
      // `access-control-allow-origin` depends on the origin, so a shared cache must not use one response for all origins.
      if (needsAllowedOrigin && !allowsAny && allowed.size > 0) void reply.header('vary', 'Origin');
      if (isFeed || allowsAny) allowOrigin(reply, ANY_ORIGIN);
      else if (origin !== undefined && allowed.has(origin)) allowOrigin(reply, origin);
      else return done();
      const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
      if (!isPreflight) return done();
      answerPreflight(reply, isFeed ? 'GET, HEAD' : 'GET, POST');
    });
}
