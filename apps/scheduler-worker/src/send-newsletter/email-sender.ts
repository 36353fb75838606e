import { ValidationError } from '@almanac/errors';
import { Logger } from '@almanac/platform';
import { withSmallHeap } from '@almanac/publishing';
import { LexicalRenderer } from '@almanac/rendering';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Databases } from '../databases/databases';
import { BatchSender } from './batch-sender';
import { claimBatch, completeEmail } from './email-batches';
import type { EmailToSend } from './email-to-send';
import { type PreparationState, prepareNextRecipients } from './prepare-recipients';
import { recordOutage } from './record-outage';
import { MailOutageError } from './recipient-sender';
import { GIVE_UP_AFTER_HOURS } from './retry-pauses';
import { readEmailToSend, readEmail, startEmail, stopEmail, type StoredEmail } from './start-email';

/** A turn is one call of `send`. It begins no batch after this time, so that other newsletters get a turn. */
const TURN_MS = 30_000;

/**
 * Sends a newsletter (a row of `emails`): renders it, records its recipients in batches, and
 * sends the batches. Several workers can send batches of one newsletter at the same time.
 */
@Injectable()
export class EmailSender implements OnModuleDestroy {
  private isStopping = false;

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly renderer: LexicalRenderer,
    private readonly batchSender: BatchSender,
    private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /**
   * Sends batches of a newsletter for one turn. During an outage of the mail server, it postpones the newsletter.
   * @returns true when the time of the turn is over, and due batches may be left
   */
  async send(emailId: string): Promise<boolean> {
    const email = await this.start(emailId);
    if (email?.status !== 'submitting') return false;
    if (!email.isPrepared) await this.prepare(email);
    const emailToSend = await readEmailToSend(this.manager, email, this.configuration.mailFrom);
    if (!emailToSend) return false;
    try {
      // Sending creates much garbage. By default, V8 would let the heap grow to several times the size of the live objects.
      return await withSmallHeap(() => this.sendBatches(emailToSend));
    } catch (error) {
      if (!(error instanceof MailOutageError)) throw error;
      const outage = { error: error.message, giveUpAfterHours: GIVE_UP_AFTER_HOURS.sending };
      const isGivenUp = await recordOutage(this.manager, emailId, outage);
      const message = isGivenUp
        ? 'Newsletter failed: the mail server accepted no mail for a day.'
        : 'The mail server accepts no mail; the newsletter is tried again.';
      this.logger.warn(message, { emailId }, error);
      return false;
    }
  }

  private get manager(): EntityManager {
    return this.databases.publishing.manager;
  }

  /**
   * Renders a pending newsletter. Stops a newsletter whose post is not published, and postpones one that cannot be rendered.
   * @returns the newsletter as it is stored now, with its status; null when it does not exist, or when this call stopped or postponed it
   */
  private async start(emailId: string): Promise<StoredEmail | null> {
    const email = await readEmail(this.manager, emailId);
    if (email === null || (email.status !== 'pending' && email.status !== 'submitting')) return email;
    if (email.postStatus !== 'published') {
      const isDeleted = email.postStatus === null;
      const reason = isDeleted ? 'The post was deleted.' : 'The post is no longer published.';
      await stopEmail(this.manager, emailId, isDeleted ? 'cancelled' : 'paused', reason);
      return null;
    }
    if (email.status === 'submitting') return email;
    const { siteUrl } = this.configuration;
    try {
      await startEmail(this.databases.publishing, email, { siteUrl, renderer: this.renderer });
    } catch (error) {
      await this.postpone(emailId, error);
      return null;
    }
    return readEmail(this.manager, emailId);
  }

  /** Postpones a newsletter whose content cannot be rendered or stored. */
  private async postpone(emailId: string, cause: unknown): Promise<void> {
    const reason = cause instanceof Error ? cause.message : 'Unknown error.';
    const error = `The mail could not be rendered: ${reason}`;
    const isGivenUp = await recordOutage(this.manager, emailId, {
      error,
      giveUpAfterHours: GIVE_UP_AFTER_HOURS.rendering,
    });
    const message = isGivenUp
      ? 'Newsletter failed: it could not be rendered for an hour.'
      : 'A newsletter could not be rendered; it is tried again.';
    this.logger.warn(message, { emailId }, cause);
  }

  /** Records the recipients of a newsletter, or pauses it if its recipient filter is invalid. */
  private async prepare(email: StoredEmail): Promise<void> {
    let state: PreparationState = 'more';
    try {
      while (state === 'more' && !this.isStopping)
        state = await prepareNextRecipients(this.databases.publishing, email);
    } catch (error) {
      // An import can store a recipient filter that the Admin API would reject.
      if (!(error instanceof ValidationError)) throw error;
      await stopEmail(this.manager, email.id, 'paused', error.message);
    }
  }

  /** @returns true when the time of the turn is over, and due batches may be left */
  private async sendBatches(email: EmailToSend): Promise<boolean> {
    const until = performance.now() + TURN_MS;
    while (!this.isStopping) {
      const claimingSince = performance.now();
      const batch = await claimBatch(this.manager, email.id);
      if (!batch) break;
      // False means that the newsletter may no longer be sent.
      if (!(await this.batchSender.send(email, batch, claimingSince))) return false;
      if (performance.now() > until) return true;
    }
    if (await completeEmail(this.manager, email.id)) this.logger.info('Newsletter sent.', { emailId: email.id });
    return false;
  }
}
