/**
 * A GraphQL operation: `toString` returns its text. It has the types of its result and variables. Documents that GraphQL Code Generator
 * writes with `documentMode: 'string'` have this type.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  /** Never present at run time: only TypeScript reads it, to infer the types of the operation. */
  __apiType?: (variables: Variables) => Result;
}

/** Adds types to the text of an operation. */
export const typedDocument = <Result, Variables>(text: string): TypedDocument<Result, Variables> => ({
  toString: () => text,
});
