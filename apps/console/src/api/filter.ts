/** A string as a quoted value of NQL, the filter language of the Admin API. */
export const quoteNql = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** An NQL filter that requires all conditions; undefined when there are none. */
export function allOf(...conditions: (string | false | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => typeof condition === 'string' && condition !== '');
  return given.length > 0 ? given.join('+') : undefined;
}
