import { ApiKey } from '@almanac/entities';
import { Clock, createService, Logger } from '@almanac/platform';
import { addIntegration, createTestDatabase, DocumentedResponses, type TestDatabase } from '@almanac/testing';
import { ContentApiConfiguration } from '@almanac/validation';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import { contentApi } from '../src/content-api';

/** The body of a response. Each endpoint has some of these properties. */
export interface ReplyBody {
  posts?: Record<string, unknown>[];
  pages?: Record<string, unknown>[];
  tags?: Record<string, unknown>[];
  authors?: Record<string, unknown>[];
  settings?: Record<string, unknown>;
  meta?: Record<string, unknown>;
  errors?: { message: string; context?: string; errorType: string }[];
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** The parsed body; `{}` if the response has no JSON. */
  body: ReplyBody;
  text: string;
}

/** A content-api with its own database. */
export interface TestService {
  app: NestFastifyApplication;
  database: TestDatabase;
  source: DataSource;
  contentKey: ApiKey;
  adminKey: ApiKey;
  /** Requests `path` below `/ghost/api/`, by default with the content key. */
  get(
    path: string,
    headers?: Record<string, string>,
    options?: { key?: string | null; method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' },
  ): Promise<Reply>;
  /** The same without parsing and checking the response, for tests with thousands of requests. */
  getText(path: string): Promise<{ status: number; text: string }>;
  /** Starts another replica of the service in this process. */
  startReplica(configuration?: Partial<ContentApiConfiguration>): Promise<NestFastifyApplication>;
  stop(): Promise<void>;
}

export const SITE_URL = 'https://site.example';

export async function startContentApi(
  databaseUrl: string,
  configuration: Partial<ContentApiConfiguration> = {},
  clock?: Clock,
  logger = Logger.create({ service: 'content-api', level: 'silent' }),
): Promise<NestFastifyApplication> {
  const all = Object.assign(new ContentApiConfiguration(), {
    nodeEnv: 'test',
    siteUrl: SITE_URL,
    databaseUrl,
    ...configuration,
  });
  const app = await createService(contentApi, all, { logger, clock });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

const documented = new WeakMap<NestFastifyApplication, DocumentedResponses>();

function documentsOf(app: NestFastifyApplication): DocumentedResponses {
  const documents = documented.get(app) ?? new DocumentedResponses(app, 'content');
  documented.set(app, documents);
  return documents;
}

/** Sends a request and checks the response against the OpenAPI document. */
export async function request(
  app: NestFastifyApplication,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' = 'GET',
): Promise<Reply> {
  const { statusCode, headers: responseHeaders, payload } = await app.inject({ method, url, headers });
  const isJson =
    String(responseHeaders['content-type']).startsWith('application/json') && !responseHeaders['content-encoding'];
  const type = String(responseHeaders['content-type']);
  if (isJson) await documentsOf(app).assertDocumented({ method, url, status: statusCode, type, body: payload });
  const body = isJson && payload !== '' ? JSON.parse(payload) : {};
  return { status: statusCode, headers: responseHeaders, body, text: payload };
}

/** Starts the service with an integration's keys; fill the database through `source` before the first request. */
export async function startTestService(
  configuration: Partial<ContentApiConfiguration> = {},
  clock?: Clock,
): Promise<TestService> {
  const database = await createTestDatabase();
  const source = await database.publishing();
  const { contentKey, adminKey } = await addIntegration(source.manager);
  const app = await startContentApi(database.url, configuration, clock);
  const replicas: NestFastifyApplication[] = [];
  return {
    app,
    database,
    source,
    contentKey,
    adminKey,
    getText: async (path) => {
      const url = `/ghost/api/${path}${path.includes('?') ? '&' : '?'}key=${contentKey.secret}`;
      const { statusCode, payload } = await app.inject({ method: 'GET', url });
      return { status: statusCode, text: payload };
    },
    get: (path, headers = {}, { key = contentKey.secret, method = 'GET' } = {}) => {
      const separator = path.includes('?') ? '&' : '?';
      const url = `/ghost/api/${path}${key === null ? '' : `${separator}key=${key}`}`;
      return request(app, url, headers, method);
    },
    startReplica: async (more = {}) => {
      const replica = await startContentApi(database.url, { ...configuration, ...more }, clock);
      replicas.push(replica);
      return replica;
    },
    stop: async () => {
      await Promise.all([app, ...replicas].map((one) => one.close()));
      await database.drop();
    },
  };
}

/** Polls `condition` until it is true, for changes that another connection causes. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('The condition did not become true within 30 seconds.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
