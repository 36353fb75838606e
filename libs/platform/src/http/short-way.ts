import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Readiness } from '../health/readiness';
import { type Logger, withoutSecrets } from '../logging/logger';
import { runInContext } from '../logging/request-context';
import { type RequestTimes } from '../metrics/request-times';
import { requestIdOf } from './request-hooks';

/** An answer that is complete already. */
export interface ReadyAnswer {
  status: 200 | 304;
  /** Names and values in turn. */
  headers: string[];
  body?: Buffer;
  /** Those of the route that would have answered. */
  times: RequestTimes;
}

/** Looks whether a request can be answered at once, ahead of routing, hooks and parsing; most cannot. */
export type ShortWay = (request: IncomingMessage) => ReadyAnswer | undefined;

interface Surroundings {
  logger: Logger;
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
      const startedAt = performance.now();
      const answer = this.shortWay?.(request);
      if (!answer || !this.surroundings) return framework(request, response);
      const requestId = send(request, response, answer, this.surroundings.readiness);
      const durationMs = performance.now() - startedAt;
      answer.times.add(durationMs / 1000);
      if (this.surroundings.logger.isEnabled('info'))
        log(request, { requestId, answer, durationMs }, this.surroundings);
    });
}

/** @returns the id the request goes by */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ReadyAnswer,
  readiness: Readiness,
): string {
  const requestId = requestIdOf(request.headers['x-request-id']);
  const all = [...headers, 'x-request-id', requestId];
  if (readiness.isDraining) all.push('connection', 'close');
  response.writeHead(status, all).end(body);
  return requestId;
}

function log(
  { method, url = '' }: IncomingMessage,
  { requestId, answer, durationMs }: { requestId: string; answer: ReadyAnswer; durationMs: number },
  { logger }: Surroundings,
): void {
  runInContext({ requestId }, () =>
    logger.info('request', {
      method,
      url: withoutSecrets(url),
      status: answer.status,
      durationMs: Math.round(durationMs * 10) / 10,
    }),
  );
}
