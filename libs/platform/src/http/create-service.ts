import { BadRequestError } from '@almanac/errors';
import { type ServiceConfiguration } from '@almanac/validation';
import fastifyCompress from '@fastify/compress';
import { type DynamicModule, Module, type Type, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import { createServer, type IncomingMessage, type RequestListener, type ServerOptions } from 'node:http';
import { type Clock } from '../clock';
import { ErrorFilter, type ErrorRenderer, renderPlainError } from '../errors/error-filter';
import { Readiness } from '../health/readiness';
import { Logger } from '../logging/logger';
import { Metrics } from '../metrics/metrics';
import { onlyForHosts } from './allowed-hosts';
import { discardBodiesOfHead } from './discard-bodies-of-head';
import { addHomePage, type HomePage } from './home-page';
import { LargeLists } from './large-lists';
import { MemoryPressure, rejectUnderMemoryPressure } from './memory-pressure';
import { addBodyDeadline } from './body-deadline';
import { PlatformModule } from './platform.module';
import { addRequestHooks } from './request-hooks';
import { requestIdOf } from './request-id';
import { addSecurityHeaders } from './security-headers';
import { trustedProxies } from './trust-proxy';

/** The properties in which the services differ. */
export interface ServiceOptions<C extends ServiceConfiguration> {
  name: string;
  configurationClass: new () => C;
  /** The root module of the app. */
  module: (configuration: C) => Type | DynamicModule;
  /** Builds the JSON body of errors. */
  renderError?: ErrorRenderer;
  /** Returns the URL by which a request is routed, for example with the version from a header. */
  rewriteUrl?: (request: Pick<IncomingMessage, 'url' | 'headers' | 'method'>) => string;
  /** True if the router ignores letter case and a trailing slash in paths. */
  ignoresCaseAndTrailingSlash?: boolean;
  /**
   * False if no code of the service needs the id of the current request. Without request contexts, promises cost less processor time
   * (ADR 0377).
   */
  hasRequestContexts?: boolean;
  /** False if the service compresses its responses itself. */
  compresses?: boolean;
  /** Time limit for the body of an upload, for services that accept uploads. The limit for other bodies is `REQUEST_TIMEOUT_MS`. */
  uploadTimeoutMs?: number;
  /** The page for browsers at the root path, or a URL to which browsers are redirected from there. */
  home?: (configuration: C) => HomePage | string;
  /** Registers Fastify plugins, parsers and hooks. It is called before the app is initialised. */
  configure?: (app: NestFastifyApplication, configuration: C) => Promise<void> | void;
}

/** Replacements for tests. */
export interface ServiceOverrides {
  logger?: Logger;
  clock?: Clock;
  memoryPressure?: MemoryPressure;
  largeLists?: LargeLists;
}

/** In characters. Node.js rejects a request with more than 16 KB of URL and headers. So no path parameter is too long for the router. */
const MAX_PARAM_LENGTH = 16_384;
const COMPRESSION_THRESHOLD_BYTES = 1024;

@Module({})
class ServiceRoot {}

/**
 * Returns the function that responds to errors of the router. Fastify's own response to a path that cannot be decoded would contain the
 * URL, with the content key.
 */
function renderRouterErrors(errorFilter: ErrorFilter) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.header('x-request-id', request.id);
    const isUndecodable = error.code === 'FST_ERR_BAD_URL';
    errorFilter.respond(isUndecodable ? new BadRequestError('Failed to decode param') : error, request, reply);
  };
}

function timeLimits<C extends ServiceConfiguration>(
  { uploadTimeoutMs = 0 }: ServiceOptions<C>,
  { requestTimeoutMs }: C,
): ServerOptions {
  return {
    headersTimeout: requestTimeoutMs,
    requestTimeout: Math.max(requestTimeoutMs, uploadTimeoutMs),
    connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
  };
}

/** Replaces Fastify's schema compilers, which load Ajv and fast-json-stringify at every start. No route has a Fastify schema. */
function rejectSchemas(): never {
  throw new Error('Fastify schemas are not supported: validate with class-validator.');
}

function createAdapter<C extends ServiceConfiguration>(
  options: ServiceOptions<C>,
  configuration: C,
  errorFilter: ErrorFilter,
): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: configuration.bodyLimitBytes,
    trustProxy: trustedProxies(configuration.trustProxy),
    genReqId: (request: Pick<IncomingMessage, 'headers'>) => requestIdOf(request.headers['x-request-id']),
    requestIdHeader: false,
    schemaController: { compilersFactory: { buildValidator: rejectSchemas, buildSerializer: rejectSchemas } },
    rewriteUrl: options.rewriteUrl,
    serverFactory: (listener: RequestListener) =>
      createServer(timeLimits(options, configuration), onlyForHosts(configuration.allowedHosts, listener)),
    frameworkErrors: renderRouterErrors(errorFilter),
    forceCloseConnections: 'idle',
    // Requests on open connections are still served while the process drains, so that clients do not notice a restart.
    return503OnClosing: false,
    routerOptions: {
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: options.ignoresCaseAndTrailingSlash === true,
      caseSensitive: options.ignoresCaseAndTrailingSlash !== true,
      maxParamLength: MAX_PARAM_LENGTH,
    },
  });
}

async function addPlugins<C extends ServiceConfiguration>(
  app: NestFastifyApplication,
  options: ServiceOptions<C>,
): Promise<void> {
  addSecurityHeaders(app.getHttpAdapter().getInstance());
  discardBodiesOfHead(app.getHttpAdapter().getInstance());
  if (options.compresses !== false) {
    await app.register(fastifyCompress, { threshold: COMPRESSION_THRESHOLD_BYTES, encodings: ['br', 'gzip'] });
  }
}

/**
 * Builds a service without opening a port, for `bootService` and for tests. In paths, API versions have their own names, e.g. `v3` or
 * `canary`, without the prefix `v` that NestJS adds by default.
 */
export async function createService<C extends ServiceConfiguration>(
  options: ServiceOptions<C>,
  configuration: C,
  overrides: ServiceOverrides = {},
): Promise<NestFastifyApplication> {
  const { name, configurationClass } = options;
  const logger = overrides.logger ?? Logger.create({ service: name, level: configuration.logLevel });
  const { clock, largeLists } = overrides;
  const platform = PlatformModule.forRoot({ name, configurationClass, configuration, logger, clock, largeLists });
  const root = { module: ServiceRoot, imports: [platform, options.module(configuration)] };
  const errorFilter = new ErrorFilter({
    renderer: options.renderError ?? renderPlainError,
    logger,
    isDevelopment: configuration.isDevelopment,
  });
  const adapter = createAdapter(options, configuration, errorFilter);
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, { logger, abortOnError: false });
  app.enableVersioning({ type: VersioningType.URI, prefix: false });
  app.useGlobalFilters(errorFilter);
  addRequestHooks(app.getHttpAdapter().getInstance(), {
    logger,
    metrics: app.get(Metrics),
    readiness: app.get(Readiness),
    hasContexts: options.hasRequestContexts !== false,
  });
  rejectUnderMemoryPressure(app.getHttpAdapter().getInstance(), overrides.memoryPressure ?? new MemoryPressure(logger));
  if (options.uploadTimeoutMs !== undefined) {
    addBodyDeadline(app.getHttpAdapter().getInstance(), configuration.requestTimeoutMs);
  }
  await addPlugins(app, options);
  const home = options.home?.(configuration);
  if (home) addHomePage(app.getHttpAdapter().getInstance(), home, configuration.isDevelopment);
  await options.configure?.(app, configuration);
  return app;
}
