import { MaintenanceError } from '@almanac/errors';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { getHeapStatistics } from 'node:v8';

/** In rows. Requests for more rows are large lists. All rows of a large list, and its JSON, can be in memory at the same time. */
const MAX_REGULAR_LIMIT = 100;
/** The part of V8's heap that one large list may need. */
const BYTES_PER_LARGE_LIST = 256 * 1024 * 1024;
/** The maximum number of requests that wait for a slot. */
const MAX_WAITING = 50;
/** The maximum time for which a request waits for a slot. */
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** The parser of list requests uses `parseInt`, too. So `1000abc` means 1,000. */
function isLargeLimit(limit: unknown): boolean {
  return limit === 'all' || (typeof limit === 'string' && parseInt(limit, 10) > MAX_REGULAR_LIMIT);
}

/** Whether a request is for a large list: `limit=all`, or a limit above 100. */
export function isLargeList({ query }: Pick<FastifyRequest, 'query'>): boolean {
  if (typeof query !== 'object' || query === null || !('limit' in query)) return false;
  return Array.isArray(query.limit) ? query.limit.some(isLargeLimit) : isLargeLimit(query.limit);
}

/** A semaphore with a bounded queue and a bounded waiting time. */
export class Slots {
  private running = 0;
  private readonly waiting: ((isGranted: boolean) => void)[] = [];

  constructor(
    private readonly count: number,
    private readonly waitMs = WAIT_MS,
  ) {}

  /**
   * Waits for a slot.
   * @returns true if the caller has a slot, and must release it; false if the queue is full, or no slot became free in time
   */
  async acquire(): Promise<boolean> {
    if (this.running < this.count) {
      this.running += 1;
      return true;
    }
    if (this.waiting.length >= MAX_WAITING) return false;
    return new Promise((resolve) => {
      const settle = (isGranted: boolean): void => {
        clearTimeout(timer);
        resolve(isGranted);
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(settle), 1);
        settle(false);
      }, this.waitMs);
      this.waiting.push(settle);
    });
  }

  /** Gives the slot to the caller that has waited longest, or frees it. */
  release(): void {
    const next = this.waiting.shift();
    if (next) next(true);
    else this.running -= 1;
  }
}

/** The slots for large lists: one for each 256 MB of V8's heap limit, and at least one. */
export function largeListSlots(heapLimitBytes = getHeapStatistics().heap_size_limit): Slots {
  return new Slots(Math.max(1, Math.floor(heapLimitBytes / BYTES_PER_LARGE_LIST)));
}

/**
 * Bounds the number of concurrent large lists. A request that waits too long, or finds the queue full, gets 503. A `preParsing` hook runs
 * after all `onRequest` hooks. So pages of other origins can read this response, too, and a request to which such a hook responds, e.g. from
 * a cache, needs no slot.
 */
export function limitLargeLists(fastify: FastifyInstance, slots: Slots): void {
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    if (!isLargeList(request)) return done();
    void slots.acquire().then((isGranted) => {
      if (!isGranted) {
        const message = 'Too many large lists are being read. Try again in a few seconds, or request pages of 100.';
        return done(new MaintenanceError(message, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      }
      // If the connection was closed while the request waited, the event `close` was already emitted. The list is not read.
      if (reply.raw.destroyed) {
        slots.release();
        reply.hijack();
        return;
      }
      reply.raw.once('close', () => slots.release());
      done();
    });
  });
}
