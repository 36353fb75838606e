import { GraphQLError, type ValidationRule } from 'graphql';

/** Refuses operations for which the schema has no root type, such as subscriptions. graphql-js would refuse them only during execution. */
export const rootTypeRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(
      new GraphQLError(`The schema has no ${node.operation} operations: send a query or a mutation.`, { nodes: node }),
    );
  },
});
