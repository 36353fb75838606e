import { type ApiVersion, apiVersions, contracts } from '@almanac/api-versions';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenApiDocument } from './open-api-document';
import { describeApi, type Route } from './describe-api';
import { serveDocumentsPage } from './documents-page';

/** The OpenAPI documents of one service, one per version, made of the routes it really has. */
export class ApiDocuments {
  private readonly routes: Route[] = [];
  private readonly made = new Map<ApiVersion, OpenApiDocument>();

  private constructor(private readonly api: 'content' | 'admin') {}

  /**
   * Watches the routes as they are registered, and serves the documents: to read at `/docs`, as JSON at
   * `/docs/<version>.json`. Call it before the app is initialised. Nothing is loaded from elsewhere.
   */
  static serve(app: NestFastifyApplication, api: 'content' | 'admin'): ApiDocuments {
    const documents = new ApiDocuments(api);
    const fastify = app.getHttpAdapter().getInstance();
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) documents.note(one, url);
    });
    for (const version of apiVersions) {
      fastify.get(`/docs/${version}.json`, () => documents.of(version));
    }
    serveDocumentsPage(app);
    return documents;
  }

  /** The document of a version. */
  of(version: ApiVersion): OpenApiDocument {
    const known = this.made.get(version);
    if (known) return known;
    const document = describeApi(contracts[version], this.api, this.routes);
    this.made.set(version, document);
    return document;
  }

  private note(method: string, url: string): void {
    if (method === 'HEAD' || method === 'OPTIONS') return;
    const path = url.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '');
    if (this.routes.some((route) => route.method === method && route.path === path)) return;
    this.routes.push({ method, path });
  }
}
