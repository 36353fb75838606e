import { ApiDocuments } from '@almanac/api-docs';
import type { ServiceOptions } from '@almanac/platform';
import { ContentApiConfiguration } from '@almanac/validation';
import { addVersionedResponseHeaders, withVersionInPath } from '@almanac/versioned-http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { respondFromCache } from './caching/respond-from-cache';
import { ContentApiModule } from './content-api.module';
import { renderContentError } from './http/content-error';
import { allowAllOrigins } from './http/cross-origin';

/** Paths outside `/ghost/api`. */
const unprefixedPaths = ['health/{*rest}', 'metrics', 'docs/{*rest}'];

function configure(app: NestFastifyApplication, configuration: ContentApiConfiguration): void {
  const fastify = app.getHttpAdapter().getInstance();
  const { isDevelopment, docsContentKey: contentKey } = configuration;
  ApiDocuments.serve(app, 'content', isDevelopment ? { contentKey } : undefined);
  app.setGlobalPrefix('ghost/api', { exclude: unprefixedPaths });
  addVersionedResponseHeaders(fastify, { api: 'content' });
  allowAllOrigins(fastify);
  respondFromCache(app);
}

/** `main.ts` starts this service, and the tests build it. */
export const contentApi: ServiceOptions<ContentApiConfiguration> = {
  name: 'content-api',
  Configuration: ContentApiConfiguration,
  module: () => ContentApiModule,
  renderError: renderContentError,
  rewriteUrl: (request) => withVersionInPath('content', request),
  matchesPathsLoosely: true,
  compresses: false,
  configure,
};
