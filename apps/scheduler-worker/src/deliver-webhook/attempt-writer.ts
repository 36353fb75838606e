import { Logger } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { type Attempt, recordAttempts } from './record-attempts';

const BATCH_SIZE = 250;
const LINGER_MS = 40;

/** Attempts that will be written together. */
interface Batch {
  attempts: Attempt[];
  isFull: () => void;
  written: Promise<void>;
}

/**
 * Gathers the attempts of all endpoints and writes them together: one transaction for many, where one for each would cost
 * more than the sending. What is lost with the process is sent again when its lease has run out.
 */
@Injectable()
export class AttemptWriter {
  private batch?: Batch;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly databases: Databases,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the attempt is written. */
  write(attempt: Attempt): Promise<void> {
    const batch = (this.batch ??= this.openBatch());
    batch.attempts.push(attempt);
    if (batch.attempts.length >= BATCH_SIZE) {
      this.batch = undefined;
      batch.isFull();
    }
    return batch.written;
  }

  private openBatch(): Batch {
    const attempts: Attempt[] = [];
    let isFull = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LINGER_MS);
      isFull = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const before = this.last;
    const written = closed.then(async () => {
      // One transaction at a time: they would only wait for each other at the rows of the endpoints.
      await before;
      if (this.batch?.attempts === attempts) this.batch = undefined;
      await this.flush(attempts);
    });
    this.last = written.catch(() => undefined);
    return { attempts, isFull, written };
  }

  private async flush(attempts: Attempt[]): Promise<void> {
    const disabled = await recordAttempts(this.databases.publishing, attempts);
    for (const attempt of attempts)
      if (attempt.outcome.result !== 'delivered') this.logFailure(attempt, disabled.includes(attempt.webhookId));
    for (const webhookId of disabled) this.logger.warn('Webhook disabled.', { webhookId });
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
