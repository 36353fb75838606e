import { Logger } from '@almanac/platform';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import DataLoader from 'dataloader';
import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises';
import { Databases } from '../databases/databases';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { recordOutcomes, type RecipientOutcome } from './record-outcomes';

const MAX_BATCH_SIZE = 250;
/** The pause before a failed write is tried again. */
const RETRY_PAUSE_MS = 500;

/**
 * Writes the outcomes of newsletter mails in batches. A connection sends its next mail only after the outcome of the previous mail is
 * committed. So if the worker is killed, at most one mail per connection is sent twice.
 */
@Injectable()
export class OutcomeWriter implements OnModuleDestroy {
  private lastWrite: Promise<unknown> = Promise.resolve();
  private isStopping = false;
  private readonly loader: DataLoader<RecipientOutcome, void>;

  constructor(
    private readonly databases: Databases,
    private readonly metrics: WorkerMetrics,
    private readonly logger: Logger,
  ) {
    this.loader = new DataLoader((outcomes) => this.writeBatch(outcomes), {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      // Outcomes that arrive during a running write, or in this iteration of the event loop, are written together.
      batchScheduleFn: (dispatch) => void Promise.all([this.lastWrite, nextIteration()]).then(dispatch),
    });
  }

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** Resolves when the outcome is committed. @throws the driver's error when the worker stops while PostgreSQL is down */
  write(outcome: RecipientOutcome): Promise<void> {
    return this.loader.load(outcome);
  }

  private async writeBatch(outcomes: readonly RecipientOutcome[]): Promise<void[]> {
    const writing = this.writeUntilDone(outcomes);
    this.lastWrite = writing.catch(() => undefined);
    for (const memberId of await writing)
      this.logger.warn('Member gets no further newsletters: the mail server permanently rejected two mails to them.', {
        memberId,
      });
    for (const { status, emailId, memberId, error } of outcomes) {
      this.metrics.countNewsletterMail(status);
      if (status === 'failed') this.logger.warn('Newsletter to a member failed.', { emailId, memberId, reason: error });
    }
    return outcomes.map(() => undefined);
  }

  /**
   * Repeats the write until it succeeds or the worker stops. In the meantime no further mail is sent on the connections of these mails.
   * @returns the ids of the members who get no further newsletters because of their address
   */
  private async writeUntilDone(outcomes: readonly RecipientOutcome[]): Promise<string[]> {
    for (;;) {
      try {
        return await recordOutcomes(this.databases.publishing.manager, outcomes);
      } catch (error) {
        if (this.isStopping) throw error;
        this.logger.warn('Could not write the outcomes of newsletter mails; trying again.', error);
        await pause(RETRY_PAUSE_MS);
      }
    }
  }
}
