import { MaintenanceError } from '@almanac/errors';
import { type FastifyInstance } from 'fastify';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { type Logger } from '../logging/logger';

/** Share of V8's heap limit that full collections may leave in use before requests are refused. */
const HIGHEST_SHARE = 0.75;
/** How long a measurement counts. Afterwards requests are admitted again, and what they allocate causes the next collection. */
const MEASUREMENT_MS = 1_000;
const RETRY_AFTER_SECONDS = 1;
/** Orchestrators and Prometheus must reach a process that refuses everything else. */
const ADMITTED_ROUTES = /^\/(health|metrics)\b/;

export interface HeapUse {
  usedBytes: number;
  limitBytes: number;
}

function heapUse(): HeapUse {
  const { used_heap_size: usedBytes, heap_size_limit: limitBytes } = getHeapStatistics();
  return { usedBytes, limitBytes };
}

/** Whether V8's heap is nearly full. Only the use after a full collection counts: before one, most of it may be garbage. */
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

  /** Takes the heap's use as it is now, right after a full collection. */
  measure(): void {
    const { usedBytes, limitBytes } = this.readHeap();
    const isHigh = usedBytes > limitBytes * HIGHEST_SHARE;
    if (isHigh) this.measuredAt = this.now();
    if (isHigh !== this.wasHigh) {
      const text = isHigh ? 'Heap nearly full; new requests are refused.' : 'Heap has room again.';
      this.logger.warn(text, { usedBytes, limitBytes });
    }
    this.wasHigh = isHigh;
  }

  get isHigh(): boolean {
    return this.wasHigh && this.now() - this.measuredAt < MEASUREMENT_MS;
  }

  close(): void {
    this.observer.disconnect();
  }
}

/** Answers new requests with 503 while the heap is nearly full, so that those in progress can finish. */
export function refuseUnderMemoryPressure(fastify: FastifyInstance, pressure: MemoryPressure): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!pressure.isHigh || ADMITTED_ROUTES.test(request.url)) return done();
    const message = 'The service has no memory left for another request. Try again in a second.';
    done(new MaintenanceError(message, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
  });
  fastify.addHook('onClose', (_fastify, done) => {
    pressure.close();
    done();
  });
}
