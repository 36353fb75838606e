/**
 * A string as a quoted value of NQL, the filter language of the Admin API. Both kinds of quotes are escaped. NQL has no escape for a
 * backslash. So a string that ends with a backslash makes the filter invalid if another quoted value follows.
 */
export const quoteNql = (text: string): string => `'${text.replaceAll(/['"]/g, '\\$&')}'`;

/** An NQL filter that requires all conditions; undefined if there are none. Skips `false`, `undefined` and empty strings. */
export function allOf(...conditions: (string | false | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => typeof condition === 'string' && condition !== '');
  return given.length > 0 ? given.join('+') : undefined;
}
