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

/**
 * The rate limit per IP address for queries, feeds, pages for guests and RSVP answers as CSV, together. It is buffered: each process counts
 * in memory and adds its counts to the database about once a second.
 * @param maxEvents requests a minute
 */
export function queryLimit(maxEvents: number): RateLimit {
  return { name: 'calendar-queries', maxEvents, durationSeconds: MINUTE_IN_SECONDS, isBuffered: true };
}

/**
 * The buffered rate limit for imports and for mutations, except `signin` and those that mail a link. It counts per user, or per IP address
 * for requests without a session.
 * @param maxEvents mutations a minute
 */
export function mutationLimit(maxEvents: number): RateLimit {
  return { name: 'calendar-mutations', maxEvents, durationSeconds: MINUTE_IN_SECONDS, isBuffered: true };
}

/** A rate limit, and the id of the user or the IP address for which it counts. */
type KeyedLimit = [limit: RateLimit, key: string];

type ResolvedRequest = GraphQLRequestContextDidResolveOperation<GraphqlContext>;

/**
 * The names of the root fields of an operation, including those that `@skip` or `@include` leaves out. Selections with the same response
 * key (alias or name) are one field.
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
            // Only failed sign-ins count: many users can share an IP address, and the Console signs in again after each reload.
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
    // Execution checks the variables again, and rejects wrong ones with an error for clients.
    if (getVariableValues(schema, operation.variableDefinitions ?? [], variables).errors) return;
    const cost = costOf(document, { schema, operationName, variables, defaultLimit, maxLimit });
    if (cost > graphqlMaxCost) {
      throw validationError(
        `The operation can load ${cost} objects, more than ${graphqlMaxCost}: lower the limits or nest less.`,
      );
    }
  }

  /** Counts the operation. @returns the limits that it counted for, so that they can be refunded */
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
      // An error during execution would give a response with status 200. An error of this hook can set the status.
      const http = { status: error.status };
      throw new GraphQLError(error.message, { originalError: error, extensions: { http } });
    }
  }

  /** The limits that an operation counts for: one for a query; for a mutation, one for each root field except introspection fields. */
  private limitsOf(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    { ip, viewer }: GraphqlContext,
  ): KeyedLimit[] {
    const { queriesPerIpPerMinute, mailsPerIpPerHour, signInsPerIpPerMinute, mutationsPerUserPerMinute } =
      this.configuration;
    if (operation.operation === 'query') return [[queryLimit(queriesPerIpPerMinute), ip]];
    const mails = mailsPerIpLimit(mailsPerIpPerHour);
    const signIns = { name: SIGN_INS, maxEvents: signInsPerIpPerMinute, durationSeconds: MINUTE_IN_SECONDS };
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

/** The cost of an operation. @throws GraphQLError with status 400 for errors in its arguments and fragments */
function costOf(document: DocumentNode, options: CostOptions): number {
  try {
    return operationCost(document, options);
  } catch (error) {
    throw error instanceof GraphQLError ? validationError(error.message) : error;
  }
}
