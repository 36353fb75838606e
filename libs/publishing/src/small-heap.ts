import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 collects garbage when the heap has grown by this share since the last full collection. */
const GROWTH_PERCENT = 10;
/** With 0, V8 computes the growth itself. */
const DEFAULT_GROWTH = 0;

/** With more live objects, a full collection would block the process for more than about 100 ms. */
const MAX_USED_HEAP_BYTES = 250_000_000;

let running = 0;

/**
 * Runs a function while V8 keeps the heap of the process small. On a machine with much memory V8 lets the heap grow to four times
 * the live objects before it collects garbage, and an import or a newsletter creates garbage all the time. Overlapping calls share
 * the setting. If the heap already uses more than 250 MB, the setting is not changed.
 */
export async function withSmallHeap<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running === 0) {
    if (getHeapStatistics().used_heap_size > MAX_USED_HEAP_BYTES) return run();
    limitGrowth();
  }
  running += 1;
  try {
    return await run();
  } finally {
    running -= 1;
    if (running === 0) setFlagsFromString(`--heap-growing-percent=${DEFAULT_GROWTH}`);
  }
}

/** V8 computes the size of the next collection at the end of a full one, so one is needed now. It takes about 20 ms. */
function limitGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}
