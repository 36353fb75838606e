import type { EntityManager } from 'typeorm';
import type { ClaimedBatch, PendingRecipient } from './email-to-send';
import { readRecipients } from './read-recipients';

/** Maximum age of the data of a member. So a member who unsubscribes gets no mail that starts more than a second later. */
const FRESH_MS = 1_000;

/** Returns the due recipients of one batch in the order of their member ids. The data of each member is at most a second old. */
export class RecipientQueue {
  /** True when the newsletter may no longer be sent: it was stopped, e.g. paused, or its post is no longer published. */
  isHalted = false;
  /** The recipients that were read and not yet returned. */
  private page: PendingRecipient[] = [];
  private readAt = -Infinity;
  private isAtEnd = false;
  /** The member id of the last returned recipient; before the first one, the last member id of the previous batch. */
  private cursor: string;
  private lastRecipient: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly manager: EntityManager,
    private readonly batch: ClaimedBatch,
    private readonly pageSize: number,
  ) {
    this.cursor = batch.afterMemberId;
  }

  /**
   * The next recipient; null at the end of the batch, and when the newsletter may no longer be sent.
   * @param waitForTurn called only if there is a recipient: waits until their mail may be sent. If it returns false, the result is null
   */
  next(waitForTurn: () => Promise<boolean>): Promise<PendingRecipient | null> {
    // One caller at a time: concurrent callers would read the same recipients from PostgreSQL. For the last recipient, each of them would
    // also use a permit of the rate limit.
    const recipient = this.lastRecipient.then(() => this.takeNext(waitForTurn));
    this.lastRecipient = recipient.catch(() => undefined);
    return recipient;
  }

  private async takeNext(waitForTurn: () => Promise<boolean>): Promise<PendingRecipient | null> {
    // The data of the recipient can become stale during the wait, and then a second read follows.
    if (!(await this.hasNext()) || !(await waitForTurn()) || !(await this.hasNext())) return null;
    const recipient = this.page.shift();
    if (!recipient) return null;
    this.cursor = recipient.memberId;
    return recipient;
  }

  /** Reads recipients if none are left or their data is stale. */
  private async hasNext(): Promise<boolean> {
    const isStale = performance.now() - this.readAt > FRESH_MS;
    if (!this.isHalted && (isStale || (this.page.length === 0 && !this.isAtEnd))) await this.read();
    return !this.isHalted && this.page.length > 0;
  }

  private async read(): Promise<void> {
    const readAt = performance.now();
    const { maySend, recipients } = await readRecipients(this.manager, this.batch, this.cursor, this.pageSize);
    this.isHalted = !maySend;
    this.page = recipients;
    this.readAt = readAt;
    this.isAtEnd = recipients.length < this.pageSize;
  }
}
