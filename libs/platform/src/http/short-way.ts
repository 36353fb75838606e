import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Readiness } from '../health/readiness';
import { withoutSecrets } from '../logging/loggable-url';
import { type Logger } from '../logging/logger';
import { type RequestTimes } from '../metrics/request-times';
import { onlyForHosts } from './allowed-hosts';
import { requestIdOf } from './request-id';

/** An answer that is complete. */
export interface ReadyAnswer {
  status: 200 | 304;
  /** Names and values in turn. */
  headers: string[];
  body?: Buffer;
  /** Those of the route that would have answered. */
  times: RequestTimes;
}

/**
 * Answers what it can ahead of routing, hooks and parsing: at once, or soon. What it gives no answer to goes to the framework,
 * and so does what it fails at, whose failure the framework then answers with: an error has one way out.
 */
export type ShortWay = (request: IncomingMessage) => ReadyAnswer | Promise<ReadyAnswer | undefined> | undefined;

interface Surroundings {
  logger: Logger;
  readiness: Readiness;
}

interface OpenWay extends Surroundings {
  shortWay: ShortWay;
}

/** What became of a request before the framework got it. */
export interface Detour {
  durationMs: number;
  error?: Error;
}

const detours = new WeakMap<IncomingMessage, Detour>();

/** The short way a request went in vain, if it went one. */
export function detourOf(request: IncomingMessage): Detour | undefined {
  return detours.get(request);
}

/** In what time a request has to arrive; Node looks at each interval for those that did not. */
export interface TimeLimits {
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
}

/** An HTTP server on which a short way, once there is one, goes ahead of the framework. */
export class ShortWayServer {
  private way?: OpenWay;

  constructor(
    private readonly limits: TimeLimits,
    private readonly allowedHosts: readonly string[] = [],
  ) {}

  /** Opens the short way; until then every request goes to the framework. */
  open(shortWay: ShortWay, surroundings: Surroundings): void {
    this.way = { shortWay, ...surroundings };
  }

  /** What Fastify takes as `serverFactory`. */
  readonly create = (framework: RequestListener): Server =>
    createServer(this.limits, onlyForHosts(this.allowedHosts, this.ahead(framework)));

  private ahead(framework: RequestListener): RequestListener {
    return (request, response) => {
      const { way } = this;
      if (!way) return framework(request, response);
      const startedAt = performance.now();
      const answer = way.shortWay(request);
      if (!answer) return framework(request, response);
      if (!(answer instanceof Promise)) return send(request, response, { answer, startedAt }, way);
      const handOver = (error?: Error): void => {
        detours.set(request, { durationMs: performance.now() - startedAt, error });
        framework(request, response);
      };
      answer.then(
        (found) => (found ? send(request, response, { answer: found, startedAt }, way) : handOver()),
        (error: unknown) => handOver(error instanceof Error ? error : new Error(String(error))),
      );
    };
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, startedAt }: { answer: ReadyAnswer; startedAt: number },
  { readiness, logger }: Surroundings,
): void {
  const requestId = requestIdOf(request.headers['x-request-id']);
  const headers = [...answer.headers, 'x-request-id', requestId];
  if (readiness.isDraining) headers.push('connection', 'close');
  response.writeHead(answer.status, headers).end(answer.body);
  const durationMs = performance.now() - startedAt;
  answer.times.add(durationMs / 1000);
  if (!logger.isEnabled('info')) return;
  logger.info('request', {
    requestId,
    method: request.method,
    url: withoutSecrets(request.url ?? ''),
    status: answer.status,
    durationMs: Math.round(durationMs * 10) / 10,
  });
}
