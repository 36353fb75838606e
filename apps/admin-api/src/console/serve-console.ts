import type { AdminApiConfiguration } from '@almanac/validation';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { contentSecurityPolicy } from './content-security-policy';

/** The built Console, `apps/console/dist`. The relative path is valid from `src/console` and from `dist/console`. */
const CONSOLE_FOLDER = join(__dirname, '../../../console/dist');
/** `sendFile` uses these options only for a file that exists. So browsers do not cache a 404 for an asset of another release. */
const IMMUTABLE = { cacheControl: true, maxAge: '365d', immutable: true };

/** The page that is sent until the Console is built, e.g. in a local run. It reloads itself every two seconds. */
const NOT_BUILT_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<title>Almanac</title><p>The Console is being built. This page shows it as soon as it is ready.</p></html>`;

/**
 * Serves the Console below `/console/`. Browsers cache assets for a year, because their names contain a hash of the content.
 * Every other path except `config.json` and `icon.svg` is a screen. It gets `index.html`, which browsers revalidate on each request.
 */
export async function serveConsole(app: NestFastifyApplication, configuration: AdminApiConfiguration): Promise<void> {
  await app.register(fastifyStatic, {
    root: CONSOLE_FOLDER,
    prefix: '/console/',
    serve: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    etag: true,
  });
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const { siteUrl, calendarUrl, adminUrl = siteUrl } = configuration;
  const policy = contentSecurityPolicy({ adminUrl, siteUrl, calendarUrl });

  fastify.get('/console/config.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ siteUrl, calendarUrl }),
  );
  fastify.get<{ Params: { '*': string } }>('/console/assets/*', (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`, IMMUTABLE),
  );
  fastify.get('/console/icon.svg', (_request, reply) => reply.sendFile('icon.svg'));
  // The Admin API checks the origin of each request with a session. A GET contains the origin only in `Referer`, so browsers
  // must send this header.
  const pageHeaders = {
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    'cache-control': 'no-cache',
  };
  // The route also matches `/console/`, because the service ignores trailing slashes. A redirect of `/console/` would lead to itself.
  fastify.get('/console', (request, reply) =>
    /^\/console\/(?:$|\?)/.test(request.url) ? sendPage(reply.headers(pageHeaders)) : reply.redirect('/console/', 302),
  );
  fastify.get('/console/*', (_request, reply) => sendPage(reply.headers(pageHeaders)));
}

async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
  const isBuilt = await access(join(CONSOLE_FOLDER, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isBuilt) return reply.sendFile('index.html');
  return reply.code(503).header('retry-after', '2').type('text/html; charset=utf-8').send(NOT_BUILT_PAGE);
}
