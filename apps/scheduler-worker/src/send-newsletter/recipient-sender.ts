import { isMailAddress, SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { type MailFailure, mailFailureOf } from '../mail-transport/mail-failure';
import { openTransport } from '../mail-transport/open-transport';
import { messageFor } from './email-message';
import type { EmailToSend, PendingRecipient } from './email-to-send';
import type { RecipientOutcome } from './record-outcomes';
import { pauseMsAfter } from './retry-pauses';

/** The mail server accepts no mail: it is down, or rejects the worker. */
export class MailOutageError extends Error {
  /** Set if the server rejected the recipient, but may accept others. After this outcome is recorded, the others are tried first. */
  readonly outcome?: RecipientOutcome;

  constructor(message: string, { cause, outcome }: { cause: unknown; outcome?: RecipientOutcome }) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** The properties of an outcome that do not identify its recipient. */
type AttemptOutcome = Omit<RecipientOutcome, 'emailId' | 'memberId'>;

/** Sends a newsletter to one member. This class has its own connections to the mail server, so that sign-in mails do not wait. */
@Injectable()
export class RecipientSender implements OnApplicationShutdown {
  private transport?: Promise<Transporter>;

  constructor(private readonly configuration: SchedulerWorkerConfiguration) {}

  /**
   * Makes one attempt to send the newsletter to the member, unless the member may not get it any more.
   * @throws MailOutageError when the mail server accepts no mail; it may contain the outcome of the attempt
   */
  async send(email: EmailToSend, recipient: PendingRecipient): Promise<RecipientOutcome> {
    const { memberId, address, addressFailures } = recipient;
    const outcome = { emailId: email.id, memberId };
    const reason = reasonToSkip(recipient);
    if (address === null || reason !== null) return { ...outcome, status: 'skipped', error: reason ?? undefined };
    const message = messageFor(email, { ...recipient, address }, this.configuration.siteUrl);
    if (message === null) return { ...outcome, status: 'skipped', error: 'The member may not read the post.' };
    try {
      const { siteUrl, mailConnections } = this.configuration;
      const transport = await (this.transport ??= openTransport(this.configuration, mailConnections));
      const messageId = `<${email.id}.${memberId}@${new URL(siteUrl).hostname}>`;
      // An object, because nodemailer parses a string as a list of addresses.
      await transport.sendMail({ ...message, ...email.sender, to: { name: '', address }, messageId });
      // Earlier mails to the address failed. This success resets their count.
      return { ...outcome, status: 'sent', ...(addressFailures > 0 && { hadAddressFailures: true }) };
    } catch (error) {
      const failure = mailFailureOf(error);
      if (failure.kind !== 'outage') return { ...outcome, ...failedAttempt(failure, { ...recipient, address }) };
      const rejection = failure.isReplyToRecipient && {
        outcome: { ...outcome, ...rejectedAttempt(failure, recipient) },
      };
      throw new MailOutageError(failure.message, { cause: error, ...rejection });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const transport = await this.transport?.catch(() => undefined);
    transport?.close();
  }
}

function reasonToSkip({ address, isSubscribed, isDisabled }: PendingRecipient): string | null {
  if (address === null) return 'The member was deleted.';
  if (!isSubscribed) return 'The member is no longer subscribed.';
  if (isDisabled) return 'The mail server permanently rejected two mails to the member.';
  return isMailAddress(address) ? null : 'The address is not a valid mail address.';
}

function failedAttempt(
  { kind, isBadAddress, message }: MailFailure,
  { address, attemptCount }: { address: string; attemptCount: number },
): AttemptOutcome {
  if (kind === 'temporary') return temporaryFailure(message, attemptCount);
  return { status: 'failed', isPermanent: true, error: message, ...(isBadAddress && { failedAddress: address }) };
}

/**
 * The outcome if the mail server rejects the recipient because of the worker, e.g. because the worker may not relay mails. As long as the
 * server has accepted the newsletter for no member, it may reject every recipient. Then the attempt does not count.
 */
function rejectedAttempt(
  { message }: MailFailure,
  { attemptCount, isAcceptedForOthers }: PendingRecipient,
): AttemptOutcome {
  if (isAcceptedForOthers) return temporaryFailure(message, attemptCount);
  return { status: 'pending', nextInMs: pauseMsAfter(1), isUncounted: true, error: message };
}

/** @param attemptCount the number of attempts before the failed one */
function temporaryFailure(message: string, attemptCount: number): AttemptOutcome {
  const nextInMs = pauseMsAfter(attemptCount + 1);
  return nextInMs === undefined
    ? { status: 'failed', error: message }
    : { status: 'pending', nextInMs, error: message };
}
