import { apiVersions, DEFAULT_API_VERSION } from '@almanac/api-versions';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the page loads, by name. */
const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Almanac API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/swagger-ui-standalone-preset.js"></script>
    <script src="/docs/open.js"></script>
  </body>
</html>
`;

const OPEN = `SwaggerUIBundle({
  dom_id: '#swagger-ui',
  urls: ${JSON.stringify(apiVersions.map((version) => ({ name: version, url: `/docs/${version}.json` })))},
  'urls.primaryName': '${DEFAULT_API_VERSION}',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
});
`;

/**
 * Serves the page that shows the documents, from this service alone. Nest's own module for it is loaded in a third of a
 * second, at every start, for a page that is opened now and then.
 */
export function serveDocumentsPage(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  fastify.get('/docs/open.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(OPEN));
  for (const [name, type] of Object.entries(assets)) {
    fastify.get(`/docs/${name}`, (_request, reply) => {
      const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
      return reply.type(type).send(createReadStream(join(folder, name)));
    });
  }
}
