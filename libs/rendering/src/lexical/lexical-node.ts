/** A node of a lexical document. After `parseLexical`, its properties have the kinds that `node-types.ts` defines. */
export interface LexicalNode {
  type: string;
  children?: LexicalNode[];
  [property: string]: unknown;
}

/** A parsed lexical document. */
export interface LexicalDocument {
  root: LexicalNode & { children: LexicalNode[] };
}
