/** A node of a serialized lexical document. Its properties have the types of `node-types.ts` once it is parsed. */
export interface LexicalNode {
  type: string;
  children?: LexicalNode[];
  [property: string]: unknown;
}

/** A parsed lexical document. */
export interface LexicalDocument {
  root: LexicalNode & { children: LexicalNode[] };
}

/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a JSON array; none for other values. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
