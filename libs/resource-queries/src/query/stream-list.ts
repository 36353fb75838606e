import { type BrowsePlan, unpaginatedListSql } from './browse';
import { paginate } from './pagination';
import { withDatesInRelations } from './select';

/** Callers send a list with more rows than this by {@link streamList}. For a shorter list, they build the whole response in memory. */
export const MAX_ROWS_IN_MEMORY = 1_000;
/** The approximate maximum length of the JSON of the rows that one FETCH reads. These rows are in memory at the same time. */
const CHARACTERS_PER_FETCH = 2_000_000;
/** The minimum length of a piece of the response, except the last piece. */
const CHARACTERS_PER_PIECE = 65_536;
const ROWS_OF_FIRST_FETCH = 5;
const MAX_ROWS_PER_FETCH = 200;

/** The methods of a connection of `pg` that a streamed list uses. */
interface Connection {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** @param error closes the connection instead of returning it to the pool */
  release(error?: Error): void;
}

function rowsPerFetch(charactersPerRow: number): number {
  return Math.min(MAX_ROWS_PER_FETCH, Math.max(1, Math.floor(CHARACTERS_PER_FETCH / charactersPerRow)));
}

/**
 * The JSON of a list with the limit `all`, `{"<key>":[…],"meta":…}`, in pieces. The rows are read through a cursor from one snapshot,
 * so that only a limited number of rows is in memory.
 * @param pool one of its connections is used until the list ends or the consumer stops
 * @param plan the compiled list request
 * @param serialize makes the JSON object of a row
 * @throws the error of the driver
 */
export async function* streamList<Row extends object>(
  pool: { connect(): Promise<Connection> },
  plan: BrowsePlan<Row>,
  serialize: (row: Row) => object,
): AsyncGenerator<string> {
  const client = await pool.connect();
  let failure: Error | undefined;
  const recordFailure = (error: unknown): void => {
    failure = error instanceof Error ? error : new Error(String(error));
  };
  // The connection can be lost while the consumer is slow and no statement runs. Without a listener, this loss would end the process.
  client.on('error', recordFailure);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    await client.query(`declare list no scroll cursor for ${unpaginatedListSql(plan)}`, [...plan.values]);
    yield* piecesOf(client, plan, serialize);
  } catch (error) {
    recordFailure(error);
    throw error;
  } finally {
    if (!failure) await client.query('rollback').catch(recordFailure);
    client.removeListener('error', recordFailure);
    client.release(failure);
  }
}

/** The JSON of the list, in pieces, with the rows of the cursor `list` of the connection. */
async function* piecesOf<Row extends object>(
  client: Connection,
  { resource, request }: BrowsePlan<Row>,
  serialize: (row: Row) => object,
): AsyncGenerator<string> {
  let piece = `{${JSON.stringify(resource.key)}:[`;
  let total = 0;
  let size = ROWS_OF_FIRST_FETCH;
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${size} from list`);
    if (rows.length === 0) break;
    let characters = 0;
    for (const row of withDatesInRelations(rows, resource, request.selection)) {
      const item = JSON.stringify(serialize(row));
      piece += total === 0 ? item : `,${item}`;
      total += 1;
      characters += item.length;
      if (piece.length < CHARACTERS_PER_PIECE) continue;
      yield piece;
      piece = '';
    }
    size = rowsPerFetch(characters / rows.length);
  }
  yield `${piece}],"meta":${JSON.stringify({ pagination: paginate(request, total) })}}`;
}
