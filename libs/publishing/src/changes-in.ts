/**
 * The properties of `wanted` whose values differ from those of `before`. Dates are equal if they are the same instant. A property
 * that is absent or undefined counts as null.
 * @param before null for a new object: all its properties count as null
 */
export function changesIn<T extends object>(before: T | null, wanted: Partial<T>): Partial<T> {
  const names = Object.keys(wanted) as (keyof T)[];
  const changes: Partial<T> = {};
  for (const name of names) {
    if (!isEqual(before?.[name] ?? null, wanted[name] ?? null)) changes[name] = wanted[name];
  }
  return changes;
}

function isEqual(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}
