import { Logger } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { setTimeout as pause } from 'node:timers/promises';
import { Databases } from '../databases/databases';
import { type Attempt, recordAttempts } from './record-attempts';

const MAX_BATCH_SIZE = 250;
/** A batch waits at least this long for further attempts. */
const BATCH_WAIT_MS = 100;

/**
 * Writes the attempts of all endpoints in batches, because one transaction per attempt would limit the throughput. If the process ends
 * before a write, the deliveries of the batch are sent again when their lease has expired.
 */
@Injectable()
export class AttemptWriter {
  private lastWrite: Promise<unknown> = Promise.resolve();
  private readonly loader: DataLoader<Attempt, void>;

  constructor(
    private readonly databases: Databases,
    private readonly logger: Logger,
  ) {
    this.loader = new DataLoader((attempts) => this.writeBatch(attempts), {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      // Attempts that end during a write join the next batch.
      batchScheduleFn: (dispatch) => void Promise.all([this.lastWrite, pause(BATCH_WAIT_MS)]).then(dispatch),
    });
  }

  /** Resolves when the attempt is committed. */
  write(attempt: Attempt): Promise<void> {
    return this.loader.load(attempt);
  }

  private async writeBatch(attempts: readonly Attempt[]): Promise<void[]> {
    // One transaction at a time: parallel transactions would wait for each other's row locks on the same endpoints.
    const writing = this.lastWrite.then(() => recordAttempts(this.databases.publishing, attempts));
    this.lastWrite = writing.catch(() => undefined);
    const disabled = await writing;
    for (const attempt of attempts)
      if (attempt.outcome.result !== 'delivered') this.logFailure(attempt, disabled.includes(attempt.webhookId));
    for (const webhookId of disabled) this.logger.warn('Webhook disabled.', { webhookId });
    return attempts.map(() => undefined);
  }

  private logFailure(
    { webhookId, delivery, outcome, startedAt, durationMs, nextInMs }: Attempt,
    isDisabled: boolean,
  ): void {
    const hasNext = nextInMs !== undefined && !isDisabled;
    this.logger.warn('Webhook attempt failed.', {
      webhookId,
      deliveryId: delivery.id,
      eventId: delivery.outboxEventId,
      event: delivery.event,
      attempt: delivery.attemptCount + 1,
      status: outcome.responseStatus,
      reason: outcome.error,
      nextAttemptAt: hasNext ? new Date(startedAt.getTime() + durationMs + nextInMs).toISOString() : null,
      ...(delivery.requestId !== null && { requestId: delivery.requestId }),
    });
  }
}
