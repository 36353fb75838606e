/**
 * The search parameters of a URL as the router parses them, before a route checks them. A check has to return undefined for an invalid
 * value, because the screen gets the unchecked value of each parameter that the check leaves out.
 */
type RawSearch = Record<string, unknown>;

/** A string parameter of the URL; undefined if it is absent or empty. The router parses `?q=2024` as a number, `?q=true` as a boolean. */
export function textIn(search: RawSearch, key: string): string | undefined {
  const value = search[key];
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  return text === '' ? undefined : text;
}

/** A parameter whose value is one of `known`; undefined for any other value. */
export function oneOf<Value extends string>(
  search: RawSearch,
  key: string,
  known: readonly Value[],
): Value | undefined {
  return known.find((value) => value === search[key]);
}

/** The number of the page of results; undefined for an invalid number, and for page 1, which needs no parameter. */
export function pageIn({ page }: RawSearch): number | undefined {
  const number = Number(page);
  return Number.isInteger(number) && number > 1 ? number : undefined;
}
