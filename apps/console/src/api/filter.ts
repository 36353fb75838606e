/**
 * A string as a quoted value of NQL, the filter language of the Admin API. NQL escapes both kinds of quotes, but not backslashes. So a
 * backslash at the end of the string makes the filter invalid if another quoted value follows.
 */
export const quoteNql = (text: string): string => `'${text.replaceAll(/['"]/g, '\\$&')}'`;

/** An NQL filter that requires all conditions; undefined when there are none. */
export function allOf(...conditions: (string | false | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => typeof condition === 'string' && condition !== '');
  return given.length > 0 ? given.join('+') : undefined;
}
