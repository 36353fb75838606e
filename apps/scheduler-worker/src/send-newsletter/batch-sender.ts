import { Logger } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { promise as createPool, type queueAsPromised } from 'fastq';
import { Databases } from '../databases/databases';
import { MailRate } from '../mail-transport/mail-rate';
import { finishBatch, LEASE_MS, releaseBatch, renewBatch } from './email-batches';
import type { ClaimedBatch, EmailToSend } from './email-to-send';
import { OutcomeWriter } from './outcome-writer';
import { RecipientQueue } from './recipient-queue';
import { MailOutageError, RecipientSender } from './recipient-sender';

const RENEW_INTERVAL_MS = LEASE_MS / 3;
/** No mail starts later than this after the last renewal of the claim. So each mail has at least 6 s before the claim expires. */
const START_WITHIN_MS = LEASE_MS / 2;
/** One statement reads this number of recipients for each connection. */
const READ_PER_CONNECTION = 10;

/** The state of the processing of one batch. */
interface BatchRun {
  email: EmailToSend;
  /** The batch, with `claimedUntil` of the last renewal. */
  batch: ClaimedBatch;
  queue: RecipientQueue;
  /** No mail starts after this value of `performance.now()`. */
  startUntil: number;
  /** Set when the mail server accepts no mail; then no further mail is sent. */
  outage?: MailOutageError;
}

/** Sends the batches of newsletters. Each batch uses all `MAIL_CONNECTIONS` connections of the worker to the mail server. */
@Injectable()
export class BatchSender implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  /**
   * Has one slot per connection to the mail server; all batches share the slots. A slot is taken until the outcome of its mail is
   * committed. So if the worker is killed, at most one mail per connection is sent twice.
   */
  private readonly connections: queueAsPromised<() => Promise<boolean>, boolean>;

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly rate: MailRate,
    private readonly sender: RecipientSender,
    private readonly writer: OutcomeWriter,
    private readonly logger: Logger,
  ) {
    this.connections = createPool((send) => send(), configuration.mailConnections);
  }

  /** Starts no further mail, and ends the wait for the rate limit. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Sends a claimed batch and ends its claim.
   * @param claimingSince when the statement of the claim was sent, by `performance.now()`; the claim cannot begin earlier
   * @returns false when the newsletter may no longer be sent, see `RecipientQueue.isHalted`
   * @throws MailOutageError when the mail server accepts no mail; the driver's error when PostgreSQL fails
   */
  async send(email: EmailToSend, batch: ClaimedBatch, claimingSince: number): Promise<boolean> {
    const { manager } = this.databases.publishing;
    const { mailConnections } = this.configuration;
    const queue = new RecipientQueue(manager, batch, mailConnections * READ_PER_CONNECTION);
    const run: BatchRun = { email, batch, queue, startUntil: claimingSince + START_WITHIN_MS };
    let renewing = Promise.resolve();
    const renewal = setInterval(() => (renewing = this.renew(run)), RENEW_INTERVAL_MS);
    try {
      await Promise.all(Array.from({ length: mailConnections }, () => this.sendOneByOne(run)));
    } finally {
      clearInterval(renewal);
      await renewing;
    }
    const isFinished = !queue.isHalted && this.mayStartMail(run);
    await (isFinished ? finishBatch(manager, run.batch) : releaseBatch(manager, run.batch));
    if (run.outage) throw run.outage;
    return !queue.isHalted;
  }

  private async sendOneByOne(run: BatchRun): Promise<void> {
    while (await this.connections.push(() => this.sendNext(run)));
  }

  /** @returns whether the batch may have a further mail */
  private async sendNext(run: BatchRun): Promise<boolean> {
    if (!this.mayStartMail(run)) return false;
    const recipient = await run.queue.next(() => this.waitForTurn(run));
    if (!recipient || !this.mayStartMail(run)) return false;
    try {
      await this.writer.write(await this.sender.send(run.email, recipient));
      return true;
    } catch (error) {
      if (!(error instanceof MailOutageError)) throw error;
      run.outage = error;
      if (error.outcome) await this.writer.write(error.outcome);
      return false;
    }
  }

  /** Waits for the rate limit; meanwhile the claim is renewed. @returns whether a further mail may start */
  private async waitForTurn(run: BatchRun): Promise<boolean> {
    if (!this.mayStartMail(run)) return false;
    await this.rate.waitForPermit(this.stopping.signal);
    return this.mayStartMail(run);
  }

  /** False when the worker stops, when the mail server accepts no mail, and when the claim is too short for a further mail. */
  private mayStartMail(run: BatchRun): boolean {
    return !this.stopping.signal.aborted && run.outage === undefined && isClaimLongEnough(run);
  }

  private async renew(run: BatchRun): Promise<void> {
    const startUntil = performance.now() + START_WITHIN_MS;
    // After a long pause of this process, the claim may have expired, and another worker may have claimed the batch.
    if (!isClaimLongEnough(run)) return;
    try {
      const renewed = await renewBatch(this.databases.publishing.manager, run.batch);
      run.startUntil = renewed ? startUntil : -Infinity;
      run.batch = renewed ?? run.batch;
    } catch (error) {
      this.logger.warn('Could not renew the claim of a batch of mails.', { emailId: run.email.id }, error);
    }
  }
}

/** Whether the claim lasts long enough for a further mail. */
function isClaimLongEnough({ startUntil }: BatchRun): boolean {
  return performance.now() < startUntil;
}
