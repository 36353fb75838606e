import type { EntityManager } from 'typeorm';
import type { ClaimedBatch, PendingRecipient } from './email-to-send';
import { readRecipients } from './read-recipients';

/** A mail starts within this time after its member was read, so none starts more than a second after a member unsubscribed. */
const FRESH_MS = 1_000;

/** The recipients of one batch in the order of their ids. The data of each member is at most a second old. */
export class RecipientQueue {
  /** True when the newsletter may no longer be sent: it was paused or cancelled, or its post is no longer published. */
  isHalted = false;
  private page: PendingRecipient[] = [];
  private readAt = -Infinity;
  private isAtEnd = false;
  /** The member id of the last returned recipient; at first, that of the last recipient of the previous batch. */
  private cursor: string;
  private lastRecipient: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly manager: EntityManager,
    private readonly batch: ClaimedBatch,
    private readonly pageSize: number,
  ) {
    this.cursor = batch.afterMemberId;
  }

  /** The next recipient; null at the end of the batch, and when the newsletter may no longer be sent. */
  next(): Promise<PendingRecipient | null> {
    // One caller at a time: concurrent ones would read the same page.
    const recipient = this.lastRecipient.then(() => this.takeNext());
    this.lastRecipient = recipient.catch(() => undefined);
    return recipient;
  }

  private async takeNext(): Promise<PendingRecipient | null> {
    const isStale = performance.now() - this.readAt > FRESH_MS;
    if (!this.isHalted && (isStale || (this.page.length === 0 && !this.isAtEnd))) await this.read();
    const recipient = this.isHalted ? undefined : this.page.shift();
    if (!recipient) return null;
    this.cursor = recipient.memberId;
    return recipient;
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
