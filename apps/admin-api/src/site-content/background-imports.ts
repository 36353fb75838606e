import { AlmanacError } from '@almanac/errors';
import { Logger } from '@almanac/platform';
import {
  type Actor,
  type ImportFailure,
  type ImportOptions,
  type ImportOutcome,
  type ImportProgress,
  type ImportResult,
  ImportRunsService,
  type ImportState,
} from '@almanac/publishing';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type TemporaryUpload, TemporaryUploads } from './temporary-uploads';
import { SiteImports } from './site-imports';

/** An import counts as failed if no heartbeat was recorded for a minute (`ImportRunsService`). */
const HEARTBEAT_INTERVAL_MS = 5_000;

/** Runs imports that continue after the response to their request, and stores their progress and result. */
@Injectable()
export class BackgroundImports implements BeforeApplicationShutdown {
  /**
   * The imports whose result is not stored yet. There can be more than one, because the next import can start while the result of the
   * previous one is being stored.
   */
  readonly #running = new Set<Promise<void>>();

  constructor(
    private readonly imports: SiteImports,
    private readonly runs: ImportRunsService,
    private readonly uploads: TemporaryUploads,
    private readonly logger: Logger,
  ) {}

  /**
   * Starts an import in the background, and removes the uploaded file at its end.
   * @param release ends the reservation that `SiteImports.reserve` made. It is called at the end of the import. If this method throws, no
   *   import has started, and the caller has to discard the file and call `release`.
   * @returns the state of the import at its start
   */
  async start(
    actor: Actor,
    upload: TemporaryUpload,
    { release, ...options }: ImportOptions & { release: () => void },
  ): Promise<ImportState> {
    const state = await this.runs.start(actor, upload.filename);
    const { id } = state;
    const run = this.#run(id, actor, upload, { ...options, release })
      .catch((error: unknown) => this.logger.error('The result of an import could not be stored', { err: error, id }))
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
    return state;
  }

  /** Waits until the results of all imports are stored. Nest has already called `SiteImports.onModuleDestroy`, which cancels imports. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #run(
    id: string,
    actor: Actor,
    upload: TemporaryUpload,
    { release, ...options }: ImportOptions & { release: () => void },
  ): Promise<void> {
    let latest: ImportProgress | null = null;
    const heartbeat = setInterval(() => void this.#recordHeartbeat(id, latest), HEARTBEAT_INTERVAL_MS);
    const onProgress = (progress: ImportProgress): void => void (latest = progress);
    try {
      const outcome = await this.#outcomeOf(id, () => this.imports.run(actor, upload, { ...options, onProgress }));
      await this.uploads.discard(upload);
      // The reservation ends before the result is stored, because a client that reads the result may start the next import at once.
      // `release` is called only once: a second call could end the reservation of that next import.
      release();
      await this.runs.end(id, outcome);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #outcomeOf(id: string, run: () => Promise<ImportResult>): Promise<ImportOutcome> {
    try {
      return { result: await run() };
    } catch (error) {
      return { error: this.#failureOf(error, id) };
    }
  }

  async #recordHeartbeat(id: string, progress: ImportProgress | null): Promise<void> {
    try {
      await this.runs.recordHeartbeat(id, progress);
    } catch (error) {
      this.logger.warn('The progress of an import could not be stored', { err: error, id });
    }
  }

  #failureOf(error: unknown, id: string): ImportFailure {
    if (error instanceof AlmanacError && error.status !== 500) {
      const { message, type, context = null, help = null } = error;
      return { message, type, context, help };
    }
    this.logger.error('Import failed', { err: error, id });
    return {
      message: 'The import failed because of an internal error.',
      type: 'InternalServerError',
      context: null,
      help: `The log of admin-api contains the details. Search it for the id ${id}.`,
    };
  }
}
