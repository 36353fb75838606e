/** The JSON of a value, with `replacement` for each NUL character in its strings, because PostgreSQL cannot store NUL characters. */
export function jsonWithoutNul(value: object, replacement: string): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', replacement) : part,
  );
}
