/**
 * The properties of `wanted` whose values differ from those of `before`. Dates are compared by their instant; absent equals null.
 */
export function changesIn<T extends object>(before: T | null, wanted: Partial<T>): Partial<T> {
  const names = Object.keys(wanted) as (keyof T)[];
  const changes: Partial<T> = {};
  for (const name of names) {
    if (!isSame(before?.[name] ?? null, wanted[name] ?? null)) changes[name] = wanted[name];
  }
  return changes;
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}
