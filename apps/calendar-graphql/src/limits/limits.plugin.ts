import { TooManyRequestsError } from '@almanac/errors';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import type { ApolloServerPlugin, GraphQLRequestContextDidResolveOperation } from '@apollo/server' with {
  'resolution-mode': 'import',
};
import { Injectable } from '@nestjs/common';
import { type DocumentNode, getVariableValues, GraphQLError, type OperationDefinitionNode } from 'graphql';
import { type GraphqlContext } from '../graphql/graphql-context';
import { mailsPerIpLimit } from './mail-limits';
import { type CostOptions, operationCost } from './operation-cost';
import { fragmentsOf, reduceSelections } from './selections';

const MINUTE_IN_SECONDS = 60;
const SIGN_INS = 'calendar-sign-ins';
/** Mutations that mail a link to the address in their input. */
const LINK_MUTATIONS = new Set(['signup', 'requestInvite', 'requestRsvpLink']);

/** The rate limit of queries, feeds, web pages for guests, and the list of answers as CSV, per IP address. */
export function queryLimit(points: number): RateLimit {
  return { name: 'calendar-queries', points, durationSeconds: MINUTE_IN_SECONDS, isBuffered: true };
}

/**
 * The rate limit of imports and of all mutations except `signin` and those that mail a link: per user, or per IP address without a
 * session.
 */
export function mutationLimit(points: number): RateLimit {
  return { name: 'calendar-mutations', points, durationSeconds: MINUTE_IN_SECONDS, isBuffered: true };
}

/** A rate limit, and the user id or IP address for which it counts a query, or a root field of a mutation. */
type KeyedLimit = [limit: RateLimit, key: string];

type ResolvedRequest = GraphQLRequestContextDidResolveOperation<GraphqlContext>;

/**
 * The names of the root fields, including those that `@skip` or `@include` leaves out. Selections with the same response key are one
 * field.
 */
function rootFieldNames(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const byResponseKey = reduceSelections<ReadonlyMap<string, string>>(operation.selectionSet, fragmentsOf(document), {
    empty: new Map(),
    field: ({ alias, name }) => new Map([[(alias ?? name).value, name.value]]),
    combine: (one, other) => new Map([...one, ...other]),
  });
  return [...byResponseKey.values()];
}

function validationError(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } });
}

/** Rejects an operation before execution when it costs too much or exceeds a rate limit. */
@Injectable()
export class LimitsPlugin {
  constructor(
    private readonly rateLimits: RateLimits,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  /** The plugin for Apollo Server. */
  asPlugin(): ApolloServerPlugin<GraphqlContext> {
    return {
      requestDidStart: async () => {
        let consumed: KeyedLimit[] = [];
        return {
          didResolveOperation: async (request) => {
            // Apollo Server also calls this hook when the document has no operation of the requested name.
            if (!request.operation) return;
            this.assertCost(request, request.operation);
            consumed = await this.consumeRateLimits(request, request.operation);
          },
          willSendResponse: async ({ response: { body } }) => {
            if (body.kind !== 'single' || body.singleResult.errors) return;
            // Only failed sign-ins count: many users can share an IP address, and each reload of the Console signs in.
            for (const [limit, key] of consumed) if (limit.name === SIGN_INS) await this.rateLimits.refund(limit, key);
          },
        };
      },
    };
  }

  private assertCost(
    { document, request, schema, operationName }: ResolvedRequest,
    operation: OperationDefinitionNode,
  ) {
    const { defaultLimit, maxLimit, graphqlMaxCost } = this.configuration;
    const variables = request.variables ?? {};
    // Execution rejects wrong variables with the same check and a better error.
    if (getVariableValues(schema, operation.variableDefinitions ?? [], variables).errors) return;
    const cost = costOf(document, { schema, operationName, variables, defaultLimit, maxLimit });
    if (cost > graphqlMaxCost) {
      throw validationError(
        `The operation can load ${cost} objects, more than ${graphqlMaxCost}: lower the limits or nest less.`,
      );
    }
  }

  private async consumeRateLimits(
    { document, contextValue }: ResolvedRequest,
    operation: OperationDefinitionNode,
  ): Promise<KeyedLimit[]> {
    const limits = this.limitsOf(document, operation, contextValue);
    try {
      for (const [limit, key] of limits) await this.rateLimits.consume(limit, key);
      return limits;
    } catch (error) {
      if (!(error instanceof TooManyRequestsError)) throw error;
      // Errors during execution respond with status 200; an error of this hook sets the status.
      const http = { status: error.status };
      throw new GraphQLError(error.message, { originalError: error, extensions: { http } });
    }
  }

  private limitsOf(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    { ip, viewer }: GraphqlContext,
  ): KeyedLimit[] {
    const { queriesPerIpPerMinute, mailsPerIpPerHour, signInsPerIpPerMinute, mutationsPerUserPerMinute } =
      this.configuration;
    if (operation.operation === 'query') return [[queryLimit(queriesPerIpPerMinute), ip]];
    const mails = mailsPerIpLimit(mailsPerIpPerHour);
    const signIns = { name: SIGN_INS, points: signInsPerIpPerMinute, durationSeconds: MINUTE_IN_SECONDS };
    const mutations = mutationLimit(mutationsPerUserPerMinute);
    return rootFieldNames(document, operation)
      .filter((field) => !field.startsWith('__'))
      .map((field) => {
        if (LINK_MUTATIONS.has(field)) return [mails, ip];
        if (field === 'signin') return [signIns, ip];
        return [mutations, viewer?.userId ?? ip];
      });
  }
}

/** The cost of an operation. Errors in its arguments and fragments reject it with status 400. */
function costOf(document: DocumentNode, options: CostOptions): number {
  try {
    return operationCost(document, options);
  } catch (error) {
    throw error instanceof GraphQLError ? validationError(error.message) : error;
  }
}
