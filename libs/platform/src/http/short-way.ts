import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Readiness } from '../health/readiness';
import { type Logger, withoutSecrets } from '../logging/logger';
import { runInContext } from '../logging/request-context';
import { type Metrics } from '../metrics/metrics';
import { requestIdOf } from './request-hooks';

/** An answer that is complete already. */
export interface ReadyAnswer {
  status: 200 | 304;
  /** Names and values in turn. */
  headers: string[];
  body?: Buffer;
  /** The route that would have answered, for the metrics. */
  route: string;
}

/** Looks whether a request can be answered at once, ahead of routing, hooks and parsing; most cannot. */
export type ShortWay = (request: IncomingMessage) => ReadyAnswer | undefined;

interface Surroundings {
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
}

/** An HTTP server on which a short way, once there is one, goes ahead of the framework. */
export class ShortWayServer {
  private shortWay?: ShortWay;
  private surroundings?: Surroundings;

  /** Opens the short way; until then every request goes to the framework. */
  open(shortWay: ShortWay, surroundings: Surroundings): void {
    this.shortWay = shortWay;
    this.surroundings = surroundings;
  }

  /** What Fastify takes as `serverFactory`. */
  readonly create = (framework: RequestListener): Server =>
    createServer((request, response) => {
      const answer = this.shortWay?.(request);
      if (answer && this.surroundings) send(request, response, { answer, ...this.surroundings });
      else framework(request, response);
    });
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, logger, metrics, readiness }: Surroundings & { answer: ReadyAnswer },
): void {
  const startedAt = performance.now();
  const { status, body, route } = answer;
  const requestId = requestIdOf(request.headers['x-request-id']);
  const headers = [...answer.headers, 'x-request-id', requestId];
  if (readiness.isDraining) headers.push('connection', 'close');
  response.writeHead(status, headers).end(body);
  const method = request.method ?? '';
  const seconds = (performance.now() - startedAt) / 1000;
  metrics.observeRequest({ method, route, status }, seconds);
  if (!logger.isEnabled('info')) return;
  const durationMs = Math.round(seconds * 10_000) / 10;
  runInContext({ requestId }, () =>
    logger.info('request', { method, url: withoutSecrets(request.url ?? ''), status, durationMs }),
  );
}
