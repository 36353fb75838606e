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
