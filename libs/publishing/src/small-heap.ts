import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 runs a full garbage collection when the heap has grown by this percentage since the last one. */
const GROWTH_PERCENT = 10;
/** With 0, V8 computes the percentage itself. */
const DEFAULT_GROWTH = 0;

/** With a larger heap, a full collection would block the process for more than about 100 ms. */
const MAX_USED_HEAP_BYTES = 250_000_000;

let runningCalls = 0;

/**
 * Runs a function while V8 keeps the heap of the process small. On a machine with much memory, V8 lets the heap grow to several times
 * the size of the live objects before a full garbage collection, and imports and newsletters constantly create garbage. When the last of
 * several concurrent calls ends, V8 gets its default back. If the heap already uses more than 250 MB, V8 keeps its default.
 */
export async function withSmallHeap<Result>(run: () => Promise<Result>): Promise<Result> {
  if (runningCalls === 0) {
    if (getHeapStatistics().used_heap_size > MAX_USED_HEAP_BYTES) return run();
    limitGrowth();
  }
  runningCalls += 1;
  try {
    return await run();
  } finally {
    runningCalls -= 1;
    if (runningCalls === 0) setFlagsFromString(`--heap-growing-percent=${DEFAULT_GROWTH}`);
  }
}

/** Sets the percentage and runs a full garbage collection, because V8 computes the next limit at the end of a collection. */
function limitGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}
