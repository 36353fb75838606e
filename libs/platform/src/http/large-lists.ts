import { MaintenanceError } from '@almanac/errors';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Socket } from 'node:net';
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
/** A connection is closed if nothing could be sent on it for this time. */
const STALLED_MS = 60_000;
const READS = new Set(['GET', 'HEAD']);

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
 * Bounds the number of concurrent large lists. The guards of the services call `admit` after they have accepted the sender of a request, so
 * that strangers cannot take slots.
 */
export class LargeLists {
  constructor(
    private readonly slots = largeListSlots(),
    private readonly stalledMs = STALLED_MS,
  ) {}

  /**
   * Waits for a slot if the request is a read of a large list. The slot is released when the response has ended, or its connection is
   * closed. A connection on which nothing is sent for a minute is closed, because its client does not read.
   * @throws MaintenanceError (503) if the queue is full, or no slot became free in time
   */
  async admit(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    if (!READS.has(request.method) || !isLargeList(request)) return;
    if (!(await this.slots.acquire())) throw tooManyError();
    // If the connection was closed while the request waited, the event `close` was already emitted. The list is not read.
    if (raw.destroyed) {
      this.slots.release();
      throw tooManyError();
    }
    raw.once('close', () => this.slots.release());
    // A request that a test injects has no connection.
    if (request.raw.socket instanceof Socket) raw.setTimeout(this.stalledMs);
  }
}

function tooManyError(): MaintenanceError {
  const message = 'Too many large lists are being read. Try again in a few seconds, or request pages of 100.';
  return new MaintenanceError(message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
