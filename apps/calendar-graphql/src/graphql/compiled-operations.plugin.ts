import { type Metrics } from '@almanac/platform';
import type {
  ApolloServerPlugin,
  GraphQLRequestContextResponseForOperation,
  GraphQLResponse,
} from '@apollo/server' with { 'resolution-mode': 'import' };
import { type ExecutionResult, OperationTypeNode } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { Recent } from '../events/recent';
import { fragmentsOf, measureSelections } from '../limits/selections';
import { type GraphqlContext } from './graphql-context';

/** Compiling costs less than it spares the next time; an operation that comes once is not worth it. */
const COMPILED_AT = 2;
/** Operations; clients send a handful each. At most twice as many are kept. */
const KEPT = 100;
/** Compiling takes time and memory for each field, with fragments spelled out: some 50 µs and 2 KB. */
const MOST_FIELDS = 100;
/** Characters. A name in it is part of what the operation is known by. */
const LONGEST_SOURCE = 10_000;

type Ready = GraphQLRequestContextResponseForOperation<GraphqlContext>;

interface Known {
  times: number;
  /** Undefined until it is compiled; null when it is not to be. */
  compiled?: CompiledQuery | null;
}

function fieldsOf({ document, operation }: Ready): number {
  return measureSelections<number>(operation.selectionSet, fragmentsOf(document), {
    nothing: 0,
    field: (field, below) => 1 + (field.selectionSet ? below(field.selectionSet) : 0),
    join: (one, other) => one + other,
  });
}

/** Directives are left to graphql-js: compiled code orders fields otherwise that are selected twice, under conditions. */
function mayBeCompiled({ operation, source }: Ready): boolean {
  // Apollo asks also when the document has no operation of the name that was sent.
  const kind: OperationTypeNode | undefined = operation?.operation;
  return kind === OperationTypeNode.QUERY && source.length <= LONGEST_SOURCE && !source.includes('@');
}

function compile(request: Ready): CompiledQuery | null {
  if (fieldsOf(request) > MOST_FIELDS) return null;
  const compiled = compileQuery(request.schema, request.document, request.operationName ?? undefined);
  return isCompiledQuery(compiled) ? compiled : null;
}

/**
 * Executes queries that come again and again as compiled code. Only what succeeds is answered so: after any error graphql-js
 * executes the query anew and says what went wrong.
 */
export class CompiledOperations {
  private readonly operations = new Recent<Known>(KEPT);
  private readonly answered;

  constructor(metrics: Metrics) {
    this.answered = metrics.counter(
      'calendar_compiled_operations_total',
      'GraphQL operations answered by compiled code.',
    );
  }

  /** What Apollo Server is given. */
  asPlugin(): ApolloServerPlugin<GraphqlContext> {
    return { requestDidStart: async () => ({ responseForOperation: (request) => this.answer(request) }) };
  }

  private async answer(request: Ready): Promise<GraphQLResponse | null> {
    if (!mayBeCompiled(request)) return null;
    const result = await this.execute(request);
    if (!result || result.errors) return null;
    this.answered.inc();
    return { body: { kind: 'single', singleResult: result }, http: request.response.http };
  }

  private async execute(request: Ready): Promise<ExecutionResult | null> {
    try {
      return (
        (await this.find(request)?.query(undefined, request.contextValue, request.request.variables ?? {})) ?? null
      );
    } catch {
      // What a getter throws reaches us here, and is said by graphql-js.
      return null;
    }
  }

  private find(request: Ready): CompiledQuery | null | undefined {
    const key = `${request.queryHash} ${request.operationName ?? ''}`;
    const known = this.operations.get(key) ?? { times: 0 };
    known.times += 1;
    this.operations.set(key, known);
    if (known.compiled === undefined && known.times >= COMPILED_AT) {
      // Tried once, also when that throws.
      known.compiled = null;
      known.compiled = compile(request);
    }
    return known.compiled;
  }
}
