import { Logger, toUnavailableError } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { type DynamicModule } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { join } from 'node:path';
import { AccountsModule } from '../accounts/accounts.module';
import { SessionsService } from '../accounts/sessions.service';
import { PrimaryReader, ReadConnections } from '../database/read-connections';
import { eventFields } from '../events/event-fields';
import { idePlugin } from '../ide/ide.plugin';
import { limitRule } from '../limits/limit-rules';
import { LimitsPlugin } from '../limits/limits.plugin';
import { LimitsModule } from '../limits/limits.module';
import { createErrorFormatter } from './format-error';
import { bearerOf, type GraphqlContext } from './graphql-context';
import { createLoaders, type Loaders } from './loaders';
import { mutationLoadersPlugin } from './mutation-loaders.plugin';
import { persistedQueriesPlugin } from './persisted-queries.plugin';
import { retryAfterPlugin } from './retry-after.plugin';
import { rootTypeRule } from './root-type-rule';
import { scalars } from './scalars';

const SCHEMA_FILE = join(__dirname, '../schema.graphql');

/**
 * Adds HTTP status 503 to the error of an unavailable database; returns other errors unchanged. Without a status, Apollo Server would
 * respond with 500.
 */
function withHttpStatus(error: unknown): unknown {
  const unavailable = toUnavailableError(error);
  if (!unavailable) return error;
  const headers = new Map([['retry-after', String(unavailable.retryAfterSeconds)]]);
  return new GraphQLError(unavailable.message, {
    originalError: unavailable,
    extensions: { http: { status: unavailable.status, headers } },
  });
}

function createContext(createQueryLoaders: () => Loaders, sessions: SessionsService) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<GraphqlContext> => {
    const token = bearerOf(request);
    try {
      const viewer = token === undefined ? null : await sessions.findViewer(token);
      return { ip: request.ip, viewer, loaders: createQueryLoaders() };
    } catch (error) {
      throw withHttpStatus(error);
    }
  };
}

async function optionsOf(
  configuration: CalendarGraphqlConfiguration,
  logger: Logger,
  reads: ReadConnections,
  primary: PrimaryReader,
  sessions: SessionsService,
  limits: LimitsPlugin,
): Promise<ApolloDriverConfig> {
  const { ApolloServerPluginCacheControlDisabled } = await import('@apollo/server/plugin/disabled');
  return {
    typePaths: [SCHEMA_FILE],
    path: '/graphql',
    resolvers: { ...scalars, ...eventFields },
    context: createContext(() => createLoaders(reads, primary), sessions),
    formatError: createErrorFormatter(logger),
    autoTransformHttpErrors: false,
    validationRules: [rootTypeRule, limitRule(configuration)],
    parseOptions: { maxTokens: configuration.graphqlMaxTokens },
    plugins: [
      // Replaces the default plugin, which computes a cache policy for every field. No response may be cached.
      ApolloServerPluginCacheControlDisabled(),
      limits.asPlugin(),
      mutationLoadersPlugin(primary),
      retryAfterPlugin,
      persistedQueriesPlugin,
      ...(configuration.isDevelopment ? [idePlugin] : []),
    ],
    introspection: configuration.allowsIntrospection,
    hideSchemaDetailsFromClientErrors: !configuration.allowsIntrospection,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    graphiql: false,
    // For the options of Apollo Server whose default depends on NODE_ENV.
    nodeEnv: 'production',
  };
}

/** The endpoint `/graphql`: Apollo Server with the schema file, the error formatter and the limits. */
export function graphqlModule(): DynamicModule {
  return GraphQLModule.forRootAsync<ApolloDriverConfig>({
    driver: ApolloDriver,
    imports: [AccountsModule, LimitsModule],
    inject: [CalendarGraphqlConfiguration, Logger, ReadConnections, PrimaryReader, SessionsService, LimitsPlugin],
    useFactory: optionsOf,
  });
}
