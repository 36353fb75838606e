/**
 * A node of a lexical document. `parseLexical` has checked the properties that `node-types.ts` lists for its type: each is absent, null, or
 * valid for its `PropertyKind`. Other properties are not checked.
 */
export interface LexicalNode {
  type: string;
  children?: LexicalNode[];
  [property: string]: unknown;
}

/** A parsed lexical document. */
export interface LexicalDocument {
  root: LexicalNode & { children: LexicalNode[] };
}
