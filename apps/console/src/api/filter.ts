/** A string as a quoted value of NQL. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The filter that all conditions together make; undefined without any. */
export function allOf(...conditions: (string | false | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => typeof condition === 'string' && condition !== '');
  return given.length > 0 ? given.join('+') : undefined;
}
