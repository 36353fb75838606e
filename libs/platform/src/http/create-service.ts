import { BadRequestError } from '@almanac/errors';
import { type ServiceConfiguration } from '@almanac/validation';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import { type DynamicModule, Module, type Type, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import { type IncomingMessage } from 'node:http';
import { type Clock } from '../clock';
import { ErrorFilter, type ErrorRenderer, renderPlainError } from '../errors/error-filter';
import { Readiness } from '../health/readiness';
import { Logger } from '../logging/logger';
import { Metrics } from '../metrics/metrics';
import { largeListSlots, limitLargeLists, type Slots } from './large-lists';
import { MemoryPressure, refuseUnderMemoryPressure } from './memory-pressure';
import { addBodyDeadline } from './body-deadline';
import { parseQuery } from './parse-query';
import { PlatformModule } from './platform.module';
import { addRequestHooks } from './request-hooks';
import { requestIdOf } from './request-id';
import { type ShortWay, ShortWayServer, type TimeLimits } from './short-way';
import { trustedProxies } from './trust-proxy';

/** What makes one service differ from another, as far as its process and HTTP server go. */
export interface ServiceOptions<C extends ServiceConfiguration> {
  name: string;
  Configuration: new () => C;
  /** The app's own module. */
  module: (configuration: C) => Type | DynamicModule;
  /** Makes the JSON body of errors. */
  renderError?: ErrorRenderer;
  /** Maps a raw request to the URL that is routed, e.g. to add a version taken from a header. */
  rewriteUrl?: (request: Pick<IncomingMessage, 'url' | 'headers' | 'method'>) => string;
  /** True where letter case and a trailing slash make no difference to which route answers. */
  matchesPathsLoosely?: boolean;
  /** False where the service compresses by itself. */
  compresses?: boolean;
  /** Answers what it can ahead of the framework. It is not asked while traces are on, which begin in the framework. */
  shortWay?: (app: NestFastifyApplication) => ShortWay;
  /**
   * False where nothing a request leads to asks in whose name it runs, but for what is logged of the request itself. Before
   * Node 24 such a context slows down every promise of the process.
   */
  carriesRequestContext?: boolean;
  /** How long an upload may take, where the service takes any. Other bodies have `REQUEST_TIMEOUT_MS`. */
  uploadTimeoutMs?: number;
  /** Registers Fastify plugins, parsers and hooks; runs before the app is initialised. */
  configure?: (app: NestFastifyApplication, configuration: C) => Promise<void> | void;
}

export interface ServiceOverrides {
  logger?: Logger;
  clock?: Clock;
  memoryPressure?: MemoryPressure;
  largeLists?: Slots;
}

/** Node reads no longer one; whether a parameter is too long is for the route to say. */
const LONGEST_URL = 16_384;
const COMPRESSION_THRESHOLD_BYTES = 1024;

@Module({})
class ServiceRoot {}

/** The framework refuses a path it cannot decode ahead of every route, and would echo it with the key in it. */
function refuseBy(errors: ErrorFilter) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.header('x-request-id', request.id);
    const isUndecodable = error.code === 'FST_ERR_BAD_URL';
    errors.answer(isUndecodable ? new BadRequestError('Failed to decode param') : error, request, reply);
  };
}

function timeLimits<C extends ServiceConfiguration>(
  { uploadTimeoutMs = 0 }: ServiceOptions<C>,
  { requestTimeoutMs }: C,
): TimeLimits {
  return {
    headersTimeout: requestTimeoutMs,
    requestTimeout: Math.max(requestTimeoutMs, uploadTimeoutMs),
    connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
  };
}

function createAdapter<C extends ServiceConfiguration>(
  options: ServiceOptions<C>,
  configuration: C,
  { server, errors }: { server: ShortWayServer; errors: ErrorFilter },
): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: configuration.bodyLimitBytes,
    trustProxy: trustedProxies(configuration.trustProxy),
    genReqId: (request: Pick<IncomingMessage, 'headers'>) => requestIdOf(request.headers['x-request-id']),
    requestIdHeader: false,
    rewriteUrl: options.rewriteUrl,
    serverFactory: server.create,
    frameworkErrors: refuseBy(errors),
    forceCloseConnections: 'idle',
    // A request on a kept-alive connection is still served while the process drains: nobody sees a restart.
    return503OnClosing: false,
    routerOptions: {
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: options.matchesPathsLoosely === true,
      caseSensitive: options.matchesPathsLoosely !== true,
      maxParamLength: LONGEST_URL,
      querystringParser: parseQuery,
    },
  });
}

async function addPlugins<C extends ServiceConfiguration>(
  app: NestFastifyApplication,
  options: ServiceOptions<C>,
): Promise<void> {
  await app.register(fastifyHelmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: false });
  if (options.compresses !== false) {
    await app.register(fastifyCompress, { threshold: COMPRESSION_THRESHOLD_BYTES, encodings: ['br', 'gzip'] });
  }
}

/**
 * Builds a service without opening a port: for {@link bootService} and for tests, which inject requests or listen on port 0.
 * Routes take their version from the URL's first matching segment without a prefix (`v3`, `canary`).
 */
export async function createService<C extends ServiceConfiguration>(
  options: ServiceOptions<C>,
  configuration: C,
  overrides: ServiceOverrides = {},
): Promise<NestFastifyApplication> {
  const { name, Configuration } = options;
  const logger = overrides.logger ?? Logger.create({ service: name, level: configuration.logLevel });
  const platform = PlatformModule.forRoot({ name, Configuration, configuration, logger, clock: overrides.clock });
  const root = { module: ServiceRoot, imports: [platform, options.module(configuration)] };
  const server = new ShortWayServer(timeLimits(options, configuration), configuration.allowedHosts);
  const errors = new ErrorFilter({
    renderer: options.renderError ?? renderPlainError,
    logger,
    isDevelopment: configuration.isDevelopment,
  });
  const adapter = createAdapter(options, configuration, { server, errors });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, { logger, abortOnError: false });
  app.enableVersioning({ type: VersioningType.URI, prefix: false });
  app.useGlobalFilters(errors);
  const surroundings = { logger, metrics: app.get(Metrics), readiness: app.get(Readiness) };
  const carriesContext = options.carriesRequestContext !== false;
  addRequestHooks(app.getHttpAdapter().getInstance(), { ...surroundings, carriesContext });
  refuseUnderMemoryPressure(app.getHttpAdapter().getInstance(), overrides.memoryPressure ?? new MemoryPressure(logger));
  limitLargeLists(app.getHttpAdapter().getInstance(), overrides.largeLists ?? largeListSlots());
  if (options.uploadTimeoutMs !== undefined) {
    addBodyDeadline(app.getHttpAdapter().getInstance(), configuration.requestTimeoutMs);
  }
  await addPlugins(app, options);
  await options.configure?.(app, configuration);
  if (options.shortWay && !configuration.otelExporterOtlpEndpoint) server.open(options.shortWay(app), surroundings);
  return app;
}
