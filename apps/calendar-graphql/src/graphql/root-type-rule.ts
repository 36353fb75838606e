import { GraphQLError, type ValidationRule } from 'graphql';

/** Refuses operations the schema has no root type for, such as subscriptions: graphql-js notices them during execution only. */
export const rootTypeRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(
      new GraphQLError(`The schema has no ${node.operation} operations: send a query or a mutation.`, { nodes: node }),
    );
  },
});
