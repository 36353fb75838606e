import { createObjectId } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { type Actor, actorKey } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import type { ImportResult } from './import-report';
import { jsonWithoutNul } from './json-without-nul';
import type { ImportProgress } from './spooled-export';

/** Short, because reports contain e-mail addresses. */
const RETENTION_DAYS = 7;
/** An import counts as failed if `recordHeartbeat` was not called for this time: its process has probably ended. */
const LOST_AFTER_SECONDS = 60;
const MAX_FILENAME_LENGTH = 200;
const STATE_COLUMNS = 'id, actor, filename, progress, result, error, created_at, finished_at';

/** Why an import failed. */
export type ImportFailure = {
  message: string;
  /** The type of the error in the Admin API. */
  type: string;
  context: string | null;
  help: string | null;
};

/** The progress of an import; see `ImportProgress`. */
type StoredProgress = { step: string; rows: number; total: number | null; bytes: number | null };

/** The state of an import that runs in the background: its request got the response 202. */
export type ImportState = {
  id: string;
  status: 'running' | 'finished' | 'failed';
  filename: string;
  progress: StoredProgress | null;
  error: ImportFailure | null;
  problems: ImportResult['problems'];
  report: ImportResult['report'] | null;
  created_at: string;
  finished_at: string | null;
};

const PROCESS_ENDED: ImportFailure = {
  message: 'The process that ran the import has ended.',
  type: 'InternalServerError',
  context: 'The import stored everything or, except for uploaded files, nothing.',
  help: 'Check whether the content of the file is on the site. If not, import the file again.',
};

interface StateRow {
  id: string;
  /** The result of `actorKey`. */
  actor: string;
  filename: string;
  progress: StoredProgress | null;
  result: ImportResult | null;
  error: ImportFailure | null;
  /** Whether the import has not ended, and its heartbeats are missing. */
  is_lost: boolean;
  created_at: Date;
  finished_at: Date | null;
}

/** The result or the error of an import. */
export type ImportOutcome = { result: ImportResult } | { error: ImportFailure };

/** Stores the states of imports in the database, so that every process of the service can respond with them. */
export class ImportRunsService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Records the start of an import, and returns its state. One statement does both: if a second one failed, the caller would get an
   * error, but the import would be recorded.
   */
  async start(actor: Actor, filename: string): Promise<ImportState> {
    const [row] = await this.context.dataSource.query<[StateRow]>(
      `insert into publishing.imports (id, actor, filename, expires_at)
       values ($1, $2, $3, now() + make_interval(days => ${RETENTION_DAYS}))
       returning ${STATE_COLUMNS}, false as is_lost`,
      [createObjectId(), actorKey(actor), filename.replaceAll('\0', '').slice(0, MAX_FILENAME_LENGTH)],
    );
    return stateOf(row);
  }

  /** Records that the import still runs, and its progress. Without a call for a minute, the import counts as failed. */
  async recordHeartbeat(id: string, progress: ImportProgress | null): Promise<void> {
    await this.context.dataSource.query(
      'update publishing.imports set beat_at = now(), progress = coalesce($2, progress) where id = $1',
      [id, progress && JSON.stringify({ ...progress, total: progress.total ?? null, bytes: progress.bytes ?? null })],
    );
  }

  /** Records the end of an import. */
  async end(id: string, outcome: ImportOutcome): Promise<void> {
    const result = 'result' in outcome ? outcome.result : null;
    const error = 'error' in outcome ? outcome.error : null;
    await this.context.dataSource.query(
      'update publishing.imports set result = $2, error = $3, beat_at = now(), finished_at = now() where id = $1',
      [id, result && toStorableJson(result), error && toStorableJson(error)],
    );
  }

  /**
   * The state of an import. An integration can read only its own imports.
   * @throws NoPermissionError, NotFoundError
   */
  async getById(actor: Actor, id: string): Promise<ImportState> {
    const reach = authorize(actor, 'db.readImport');
    const [row] = await this.context.dataSource.query<StateRow[]>(
      `select ${STATE_COLUMNS},
         finished_at is null and beat_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS}) as is_lost
       from publishing.imports where id = $1 and expires_at > now()`,
      [id],
    );
    if (row === undefined || (reach !== 'any' && row.actor !== actorKey(actor)))
      throw new NotFoundError('Import not found.');
    return stateOf(row);
  }
}

/** JSON in which U+FFFD replaces NUL characters: PostgreSQL cannot convert JSON strings with NUL to text. */
function toStorableJson(value: object): string {
  return jsonWithoutNul(value, '\ufffd');
}

function statusWithoutError({ finished_at: finishedAt }: StateRow): 'running' | 'finished' {
  return finishedAt === null ? 'running' : 'finished';
}

function stateOf(row: StateRow): ImportState {
  const error = row.error ?? (row.is_lost ? PROCESS_ENDED : null);
  return {
    id: row.id,
    status: error === null ? statusWithoutError(row) : 'failed',
    filename: row.filename,
    progress: row.progress,
    error,
    problems: row.result?.problems ?? [],
    report: row.result?.report ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
