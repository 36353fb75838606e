import { type FastifyReply, type FastifyRequest } from 'fastify';
import { urlWithoutSecrets } from '../logging/loggable-url';
import { type Logger } from '../logging/logger';
import { type Metrics } from '../metrics/metrics';

/** The routes of probes and of Prometheus, whose requests are not logged. */
const UNLOGGED_ROUTES = /^\/(health|metrics)\b/;

/** The route of a request, e.g. `/health/ready`. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}

/**
 * Logs requests and records their durations, after their responses were sent. At the end of a turn of the event loop, it handles the
 * requests of the turn one after the other. Without system calls of other requests in between, the same code runs faster: a cached response
 * takes about a tenth less processor time (ADR 0379).
 */
export class FinishedRequests {
  private waiting: FastifyReply[] = [];

  constructor(
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Adds a request whose response was sent. */
  add(reply: FastifyReply): void {
    if (this.waiting.length === 0) setImmediate(() => this.record());
    this.waiting.push(reply);
  }

  private record(): void {
    const replies = this.waiting;
    this.waiting = [];
    for (const { request, statusCode: status, elapsedTime } of replies) {
      const { id: requestId, method } = request;
      this.metrics.observeRequest({ method, route: routeOf(request), status }, elapsedTime / 1000);
      if (UNLOGGED_ROUTES.test(request.url) || !this.logger.isEnabled('info')) continue;
      const durationMs = Math.round(elapsedTime * 10) / 10;
      this.logger.request({ requestId, method, url: urlWithoutSecrets(request.url), status, durationMs });
    }
  }
}
