import { type ApiVersion, apiVersions, contracts } from '@almanac/api-versions';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ApiName, describeApi, type Route } from './describe-api';
import type { OpenApiDocument } from './open-api-document';
import { type LocalAccess, serveDocumentsPage } from './page/documents-page';

/** The OpenAPI documents of one service: one for each API version, with the routes that the service has in this version. */
export class ApiDocuments {
  private readonly routes: Route[] = [];
  private readonly byVersion = new Map<ApiVersion, OpenApiDocument>();

  private constructor(private readonly api: ApiName) {}

  /**
   * Serves the documents as JSON at `/docs/<version>.json`, and a page that shows them at `/docs`. Call it before the app is
   * initialised, because this function collects the routes while they are registered.
   * @param access credentials for the page, in development only
   */
  static serve(app: NestFastifyApplication, api: ApiName, access?: LocalAccess): ApiDocuments {
    const documents = new ApiDocuments(api);
    const fastify = app.getHttpAdapter().getInstance();
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const singleMethod of [method].flat()) documents.addRoute(singleMethod, url);
    });
    for (const version of apiVersions) {
      fastify.get(`/docs/${version}.json`, () => documents.of(version));
    }
    serveDocumentsPage(app, api, access);
    return documents;
  }

  /**
   * The document of a version. It is built at the first call, and then cached.
   * @throws TypeError when a route of the API has no description
   */
  of(version: ApiVersion): OpenApiDocument {
    const known = this.byVersion.get(version);
    if (known) return known;
    const document = describeApi(contracts[version], this.api, this.routes);
    this.byVersion.set(version, document);
    return document;
  }

  /** Adds a route, but not for HEAD and OPTIONS. `:id` becomes `{id}`. Paths that differ only in the trailing slash are added once. */
  private addRoute(method: string, url: string): void {
    if (method === 'HEAD' || method === 'OPTIONS') return;
    const path = url.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '');
    if (this.routes.some((route) => route.method === method && route.path === path)) return;
    this.routes.push({ method, path });
  }
}
