/** The JSON of a value. `replacement` takes the place of each NUL character in a string, which PostgreSQL cannot store. */
export function jsonWithoutNul(value: object, replacement: string): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', replacement) : part,
  );
}
