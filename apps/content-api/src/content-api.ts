import { ApiDocuments } from '@almanac/api-docs';
import { commonLinks, type HomePage, type ServiceOptions } from '@almanac/platform';
import { ContentApiConfiguration } from '@almanac/validation';
import { addVersionedResponseHeaders, withVersionInPath } from '@almanac/versioned-http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { respondFromCache } from './caching/respond-from-cache';
import { ContentApiModule } from './content-api.module';
import { renderContentError } from './http/content-error';
import { allowAllOrigins } from './http/cross-origin';
import { redirectToTrailingSlash } from './http/redirect-to-trailing-slash';

/** The paths without the global prefix `ghost/api`. */
const unprefixedPaths = ['health/{*rest}', 'metrics', 'docs/{*rest}'];

function configure(app: NestFastifyApplication, configuration: ContentApiConfiguration): void {
  const fastify = app.getHttpAdapter().getInstance();
  const { isDevelopment, docsContentKey: contentKey } = configuration;
  ApiDocuments.serve(app, 'content', isDevelopment ? { contentKey } : undefined);
  app.setGlobalPrefix('ghost/api', { exclude: unprefixedPaths });
  allowAllOrigins(fastify);
  addVersionedResponseHeaders(fastify, { api: 'content' });
  redirectToTrailingSlash(app);
  respondFromCache(app);
}

const home = ({ siteUrl, adminUrl }: ContentApiConfiguration): HomePage => ({
  title: 'Content API',
  purpose: 'This service returns posts, pages, tags, authors and settings to sites and apps.',
  links: [
    { text: 'Documentation: try a request', url: '/docs' },
    { text: 'The site', url: siteUrl },
    ...commonLinks(adminUrl),
  ],
});

/** The definition of this service. `main.ts` starts the service, and the tests build it without a port. */
export const contentApi: ServiceOptions<ContentApiConfiguration> = {
  name: 'content-api',
  configurationClass: ContentApiConfiguration,
  module: () => ContentApiModule,
  renderError: renderContentError,
  rewriteUrl: (request) => withVersionInPath('content', request),
  ignoresCaseAndTrailingSlash: true,
  // No code needs the id of the current request. With request contexts (AsyncLocalStorage), promises are slower (ADR 0377).
  hasRequestContexts: false,
  // The response cache compresses responses itself.
  compresses: false,
  home,
  configure,
};
