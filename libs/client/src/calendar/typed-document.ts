/** A GraphQL operation as text, with the types of its result and variables. Documents of GraphQL Code Generator have this type. */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  /** Never present at run time: only TypeScript reads it, to infer the types of the operation. */
  __apiType?: (variables: Variables) => Result;
}

/** Adds types to the text of an operation. */
export const typedDocument = <Result, Variables>(text: string): TypedDocument<Result, Variables> => ({
  toString: () => text,
});
