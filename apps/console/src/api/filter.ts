/** A string as a quoted value of NQL. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The conditions joined to one filter; undefined without conditions. */
export function allOf(...conditions: (string | false | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => typeof condition === 'string' && condition !== '');
  return given.length > 0 ? given.join('+') : undefined;
}
