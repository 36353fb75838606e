import { ApiDocuments } from '@almanac/api-docs';
import type { ServiceOptions } from '@almanac/platform';
import { ContentApiConfiguration } from '@almanac/validation';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ShortWay } from './answers/short-way';
import { ContentApiModule } from './content-api.module';
import { addAnswerHeaders } from './http/answer-headers';
import { renderContentError } from './http/content-error';
import { withVersionInUrl } from './http/version-in-url';

/** The paths that are no API of a version. */
const unprefixed = ['health/{*rest}', 'metrics', 'docs/{*rest}'];

function configure(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  ApiDocuments.serve(app, 'content');
  app.setGlobalPrefix('ghost/api', { exclude: unprefixed });
  addAnswerHeaders(fastify);
}

/** What `main.ts` boots and the tests build. */
export const contentApi: ServiceOptions<ContentApiConfiguration> = {
  name: 'content-api',
  Configuration: ContentApiConfiguration,
  module: () => ContentApiModule,
  renderError: renderContentError,
  rewriteUrl: withVersionInUrl,
  matchesPathsLoosely: true,
  compresses: false,
  shortWay: (app) => {
    const shortWay = app.get(ShortWay);
    return (request) => shortWay.answer(request);
  },
  carriesRequestContext: false,
  configure,
};
