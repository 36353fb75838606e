import { TooManyRequestsError } from '@almanac/errors';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import type { ApolloServerPlugin, GraphQLRequestContextDidResolveOperation } from '@apollo/server' with {
  'resolution-mode': 'import',
};
import { Injectable } from '@nestjs/common';
import { type DocumentNode, GraphQLError, type OperationDefinitionNode } from 'graphql';
import { type GraphqlContext } from '../graphql/graphql-context';
import { costOf } from './operation-cost';
import { fragmentsOf, measureSelections } from './selections';

const MINUTE = 60;
const HOUR = 3_600;
const MAILING = new Set(['signup', 'requestInvite']);

/** Queries and feeds from one IP address. */
export function queryLimit(points: number): RateLimit {
  return { name: 'calendar-queries', points, durationSeconds: MINUTE, isSettledLater: true };
}

type Resolved = GraphQLRequestContextDidResolveOperation<GraphqlContext>;

function rootFieldsOf(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  return measureSelections<string[]>(operation.selectionSet, fragmentsOf(document), {
    nothing: [],
    field: (field) => [field.name.value],
    join: (one, other) => [...one, ...other],
  });
}

/** Refuses an operation before it is executed when it asks for too much, or when its sender asked too often. */
@Injectable()
export class LimitsPlugin {
  constructor(
    private readonly rateLimits: RateLimits,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  /** What Apollo Server is given. */
  asPlugin(): ApolloServerPlugin<GraphqlContext> {
    return {
      requestDidStart: async () => ({
        didResolveOperation: async (request) => {
          // Without an operation of the requested name there is nothing to execute.
          if (!request.operation) return;
          this.assertAffordable(request, request.operation);
          await this.count(request, request.operation);
        },
      }),
    };
  }

  private assertAffordable({ document, request, schema }: Resolved, operation: OperationDefinitionNode): void {
    const { defaultLimit, maxLimit, graphqlMaxCost } = this.configuration;
    const cost = costOf(document, operation, { schema, variables: request.variables ?? {}, defaultLimit, maxLimit });
    if (cost <= graphqlMaxCost) return;
    throw new GraphQLError(
      `The operation can ask for ${cost} objects, more than ${graphqlMaxCost}: lower the limits or nest less.`,
      { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } },
    );
  }

  private async count({ document, contextValue }: Resolved, operation: OperationDefinitionNode): Promise<void> {
    try {
      for (const [limit, key] of this.limitsOf(document, operation, contextValue)) {
        await this.rateLimits.consume(limit, key);
      }
    } catch (error) {
      if (!(error instanceof TooManyRequestsError)) throw error;
      // Thrown before execution, this status reaches the client; below `data` it would be answered 200.
      const http = { status: error.status };
      throw new GraphQLError(error.message, { originalError: error, extensions: { http } });
    }
  }

  private limitsOf(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    { ip, viewer }: GraphqlContext,
  ): [RateLimit, string][] {
    const { queriesPerIpPerMinute, mailsPerIpPerHour, signInsPerIpPerMinute, mutationsPerUserPerMinute } =
      this.configuration;
    const queries = queryLimit(queriesPerIpPerMinute);
    if (operation.operation === 'query') return [[queries, ip]];
    const mails = { name: 'calendar-mails-ip', points: mailsPerIpPerHour, durationSeconds: HOUR };
    const signIns = { name: 'calendar-sign-ins', points: signInsPerIpPerMinute, durationSeconds: MINUTE };
    const mutations: RateLimit = {
      name: 'calendar-mutations',
      points: mutationsPerUserPerMinute,
      durationSeconds: MINUTE,
      isSettledLater: true,
    };
    return rootFieldsOf(document, operation)
      .filter((field) => !field.startsWith('__'))
      .map((field) => {
        if (MAILING.has(field)) return [mails, ip];
        if (field === 'signin') return [signIns, ip];
        return [mutations, viewer?.userId ?? ip];
      });
  }
}
