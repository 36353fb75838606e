import { GraphQLError, type ValidationRule } from 'graphql';

/** Refuses operations without a root type, such as subscriptions. graphql-js finds them only during execution. */
export const rootTypeRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(
      new GraphQLError(`The schema has no ${node.operation} operations: send a query or a mutation.`, { nodes: node }),
    );
  },
});
