/** The text of an operation, with the types of its result and variables. Compatible with the documents of GraphQL Code Generator. */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  /** Never present at run time: it carries the types. */
  __apiType?: (variables: Variables) => Result;
}

/** Gives the text of an operation its types. */
export const typedDocument = <Result, Variables>(text: string): TypedDocument<Result, Variables> => ({
  toString: () => text,
});
