/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a JSON array; an empty list for other values. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a string; an empty string for other values. `String(value)` would throw for `{"toString":1}`. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value of a JSON text; undefined for text that is not JSON. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
