import { MaintenanceError } from '@almanac/errors';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { getHeapStatistics } from 'node:v8';

/** A list without a limit, or with a larger one, is large: its rows and their JSON are in memory at once. */
const LARGEST_USUAL_LIMIT = 100;
/** V8 heap that one large list may need. */
const BYTES_PER_LARGE_LIST = 256 * 1024 * 1024;
const MOST_WAITING = 50;
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Whether a request asks for a list of more rows than a usual page of results holds. */
export function isLargeList({ query }: Pick<FastifyRequest, 'query'>): boolean {
  if (typeof query !== 'object' || query === null || !('limit' in query)) return false;
  return [query.limit].flat().some((limit) => limit === 'all' || Number(limit) > LARGEST_USUAL_LIMIT);
}

/** Lets a bounded number of holders run; others wait in order, for a bounded time. */
export class Slots {
  private running = 0;
  private readonly waiting: ((isGranted: boolean) => void)[] = [];

  constructor(
    private readonly count: number,
    private readonly waitMs = WAIT_MS,
  ) {}

  /** @returns whether the caller now holds a slot, which it has to release */
  async acquire(): Promise<boolean> {
    if (this.running < this.count) {
      this.running += 1;
      return true;
    }
    if (this.waiting.length >= MOST_WAITING) return false;
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

  release(): void {
    const next = this.waiting.shift();
    if (next) next(true);
    else this.running -= 1;
  }
}

/** As many large lists at the same time as V8's heap limit has room for, and at least one. */
export function largeListSlots(heapLimitBytes = getHeapStatistics().heap_size_limit): Slots {
  return new Slots(Math.max(1, Math.floor(heapLimitBytes / BYTES_PER_LARGE_LIST)));
}

/** Bounds how many large lists are in memory at the same time. One that waits too long is answered 503. */
export function limitLargeLists(fastify: FastifyInstance, slots: Slots): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isLargeList(request)) return done();
    void slots.acquire().then((isGranted) => {
      if (!isGranted) {
        const message = 'Too many large lists are being read. Try again in a few seconds, or ask for pages of 100.';
        return done(new MaintenanceError(message, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      }
      // A client that has left meanwhile closes nothing more.
      if (reply.raw.destroyed) slots.release();
      else reply.raw.once('close', () => slots.release());
      done();
    });
  });
}
