import { setImmediate as nextTurn } from 'node:timers/promises';

/** The number of components that are processed in one turn of the event loop. This takes about a millisecond. */
const COMPONENTS_PER_PART = 500;

/** Yields the items in parts of at most `size` items. Other requests run between two parts. */
export async function* inParts<T>(items: readonly T[], size = COMPONENTS_PER_PART): AsyncGenerator<readonly T[]> {
  for (let index = 0; index < items.length; index += size) {
    if (index > 0) await nextTurn();
    yield items.slice(index, index + size);
  }
}
