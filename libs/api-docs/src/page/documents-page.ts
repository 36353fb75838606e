import { apiVersions, DEFAULT_API_VERSION } from '@almanac/api-versions';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';

/** Credentials with which a developer can try the API on the page. For development only, because the page contains them. */
export interface LocalAccess {
  /** A content key, which the page fills in. */
  contentKey?: string;
  /** A staff user. The page has a button that signs them in. */
  user?: { email: string; password: string };
}

interface Asset {
  /** The media type. */
  type: string;
  /** Returns the path of the file. */
  path: () => string;
}

const inFolder =
  (name: string): (() => string) =>
  () =>
    join(__dirname, name);
// Resolved when the file is requested, because a service without this page does not need the package.
const inSwaggerUi =
  (name: string): (() => string) =>
  () =>
    join(dirname(require.resolve('swagger-ui-dist/package.json')), name);

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** The files that the page loads, by name. */
const assets: Readonly<Record<string, Asset>> = {
  'swagger-ui.css': { type: CSS, path: inSwaggerUi('swagger-ui.css') },
  'swagger-ui-bundle.js': { type: SCRIPT, path: inSwaggerUi('swagger-ui-bundle.js') },
  'page.css': { type: CSS, path: inFolder('page.css') },
  'page.js': { type: SCRIPT, path: inFolder('page.js') },
};

const titles = { content: 'Almanac Content API', admin: 'Almanac Admin API' } as const;

/** JSON that is safe inside a script element. */
function asScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function html(title: string, settings: object): string {
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/page.css">
  </head>
  <body>
    <header class="page-header">
      <h1>${title}</h1>
      <nav id="versions" aria-label="Versions"></nav>
      <div id="access" class="access" role="status"></div>
    </header>
    <main id="documents"></main>
    <script id="settings" type="application/json">${asScriptText(settings)}</script>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/page.js"></script>
  </body>
</html>
`;
}

/**
 * Serves the page `/docs`, which shows the OpenAPI documents, and its files. The page loads nothing from another site. The Swagger module
 * of NestJS is not used, because every start of the service would load it (ADR 0004).
 */
export function serveDocumentsPage(
  app: NestFastifyApplication,
  api: 'content' | 'admin',
  access: LocalAccess = {},
): void {
  const fastify = app.getHttpAdapter().getInstance();
  const page = html(titles[api], { versions: apiVersions, defaultVersion: DEFAULT_API_VERSION, ...access });
  fastify.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      // A session is bound to an origin, and for GET requests browsers send the origin in the Referer header only. So the page needs this
      // policy instead of the default `no-referrer`.
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .send(page),
  );
  for (const [name, { type, path }] of Object.entries(assets)) {
    fastify.get(`/docs/${name}`, (_request, reply) => reply.type(type).send(createReadStream(path())));
  }
}
