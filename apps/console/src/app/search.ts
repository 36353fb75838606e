type RawSearch = Record<string, unknown>;

/** A string of the query. The router reads `?q=2024` as a number. */
export function textIn(search: RawSearch, key: string): string | undefined {
  const value = search[key];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text === '' ? undefined : text;
}

/** One of the known values; undefined for any other. */
export function oneOf<Value extends string>(
  search: RawSearch,
  key: string,
  known: readonly Value[],
): Value | undefined {
  return known.find((value) => value === search[key]);
}

/** The page of results; undefined for the first one, which needs no parameter. */
export function pageIn({ page }: RawSearch): number | undefined {
  const number = Number(page);
  return Number.isInteger(number) && number > 1 ? number : undefined;
}
