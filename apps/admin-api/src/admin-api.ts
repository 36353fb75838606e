import { ApiDocuments, type LocalAccess } from '@almanac/api-docs';
import { consoleUrl, type ServiceOptions } from '@almanac/platform';
import { AdminApiConfiguration } from '@almanac/validation';
import { withVersionInPath } from '@almanac/versioned-http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AdminApiModule } from './admin-api.module';
import { serveConsole } from './console/serve-console';
import { renderAdminError } from './http/admin-error';
import { addBodyParsers } from './http/body-parsers';
import { rejectUnsupportedClients } from './http/client-version';
import { addCrossOriginRules } from './http/cross-origin';
import { rejectNullCharacters } from './http/null-characters';
import { rewriteMembersPath } from './member-self-service/members-path';
import { addResponseHeaders } from './http/response-headers';
import { addRawBody } from './payments/raw-body';
import { collectRoutes } from './permissions/route-access';
import { addUploads } from './uploads/add-uploads';

/** The paths of controllers without the prefix `/ghost/api`. */
const unprefixed = ['health/{*rest}', 'metrics', 'docs/{*rest}', 'members', 'members/{*rest}', 'content/{*rest}'];

/** The staff user whom a button on the page of the API documentation signs in. Only development has this button. */
function docsAccess({
  isDevelopment,
  docsUserEmail: email,
  docsUserPassword: password,
}: AdminApiConfiguration): LocalAccess {
  return isDevelopment && email && password ? { user: { email, password } } : {};
}

async function configure(app: NestFastifyApplication, configuration: AdminApiConfiguration): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const { assertAllHaveRules } = collectRoutes(fastify);
  fastify.addHook('onReady', (done) => {
    assertAllHaveRules();
    done();
  });
  ApiDocuments.serve(app, 'admin', docsAccess(configuration));
  app.setGlobalPrefix('ghost/api', { exclude: unprefixed });
  addBodyParsers(app, configuration.bodyLimitBytes);
  await addUploads(app);
  await serveConsole(app, configuration);
  addRawBody(fastify, '/members/webhooks/stripe', configuration.bodyLimitBytes);
  addResponseHeaders(fastify);
  addCrossOriginRules(fastify, configuration);
  rejectUnsupportedClients(fastify);
  rejectNullCharacters(fastify);
}

/** The options with which `main.ts` and the tests create the service. */
export const adminApi: ServiceOptions<AdminApiConfiguration> = {
  name: 'admin-api',
  configurationClass: AdminApiConfiguration,
  module: () => AdminApiModule,
  renderError: renderAdminError,
  rewriteUrl: (request) => rewriteMembersPath({ url: withVersionInPath('admin', request) }),
  ignoresCaseAndTrailingSlash: true,
  // Long enough for the largest uploads. The time limit of other requests is `REQUEST_TIMEOUT_MS` (ADR 0126).
  uploadTimeoutMs: 300_000,
  home: ({ adminUrl, siteUrl }) => consoleUrl(adminUrl ?? siteUrl),
  configure,
};
