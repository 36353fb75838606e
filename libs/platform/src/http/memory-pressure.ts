import { MaintenanceError } from '@almanac/errors';
import { type FastifyInstance } from 'fastify';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { type Logger } from '../logging/logger';

/** New requests are rejected if more than this share of V8's heap limit is in use after a full garbage collection. */
const MAX_HEAP_SHARE = 0.75;
/**
 * How long new requests are rejected after a measurement. Then they are admitted again. The memory that they need causes the next
 * collection, and so the next measurement.
 */
const MEASUREMENT_VALID_MS = 1_000;
const RETRY_AFTER_SECONDS = 1;
/** The routes for orchestrators and Prometheus, whose requests are never rejected for lack of memory. */
const ADMITTED_ROUTES = /^\/(health|metrics)\b/;

export interface HeapUse {
  usedBytes: number;
  limitBytes: number;
}

function heapUse(): HeapUse {
  const { used_heap_size: usedBytes, heap_size_limit: limitBytes } = getHeapStatistics();
  return { usedBytes, limitBytes };
}

/** Measures whether V8's heap is nearly full, after each full garbage collection. Before it, most of the used heap can be garbage. */
export class MemoryPressure {
  private measuredAt = -Infinity;
  private wasHigh = false;
  private readonly observer: PerformanceObserver;

  constructor(
    private readonly logger: Logger,
    private readonly readHeap: () => HeapUse = heapUse,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.observer = new PerformanceObserver((list) => {
      const isMajor = ({ detail }: { detail?: unknown }): boolean =>
        typeof detail === 'object' &&
        detail !== null &&
        'kind' in detail &&
        detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
      if (list.getEntries().some(isMajor)) this.measure();
    });
    this.observer.observe({ entryTypes: ['gc'] });
  }

  /** Called after each full garbage collection. */
  measure(): void {
    const { usedBytes, limitBytes } = this.readHeap();
    const isHigh = usedBytes > limitBytes * MAX_HEAP_SHARE;
    if (isHigh) this.measuredAt = this.now();
    if (isHigh !== this.wasHigh) {
      const text = isHigh ? 'Heap nearly full; new requests are rejected.' : 'Heap has room again.';
      this.logger.warn(text, { usedBytes, limitBytes });
    }
    this.wasHigh = isHigh;
  }

  /** Whether the last measurement is recent, and found the heap nearly full. */
  get isHigh(): boolean {
    return this.wasHigh && this.now() - this.measuredAt < MEASUREMENT_VALID_MS;
  }

  close(): void {
    this.observer.disconnect();
  }
}

/**
 * Rejects new requests with 503 while the heap is nearly full, so that running requests can finish. A `preParsing` hook runs after all
 * `onRequest` hooks, so pages of other origins can read this response, too. The body of the request is not read yet.
 */
export function rejectUnderMemoryPressure(fastify: FastifyInstance, pressure: MemoryPressure): void {
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!pressure.isHigh || ADMITTED_ROUTES.test(request.url)) return done();
    const message = 'The service has no memory left for another request. Try again in a second.';
    done(new MaintenanceError(message, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
  });
  fastify.addHook('onClose', (_fastify, done) => {
    pressure.close();
    done();
  });
}
