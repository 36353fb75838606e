import { isMailAddress, SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { mailFailureOf } from '../mail-transport/mail-failure';
import { openTransport } from '../mail-transport/open-transport';
import { messageFor } from './email-message';
import type { EmailToSend, PendingRecipient } from './email-to-send';
import type { RecipientOutcome } from './record-outcomes';
import { pauseMsAfter } from './retry-pauses';

/** The mail server accepts no mail: it is down, or rejects the worker. */
export class MailOutageError extends Error {}

/** Sends a newsletter to one member. It has its own connections to the mail server, so that no sign-in link waits for a newsletter. */
@Injectable()
export class RecipientSender implements OnApplicationShutdown {
  private transport?: Promise<Transporter>;

  constructor(private readonly configuration: SchedulerWorkerConfiguration) {}

  /**
   * Makes one attempt to send the newsletter to the member, unless the member may not get it any more.
   * @throws MailOutageError when the mail server accepts no mail; the recipient stays pending
   */
  async send(email: EmailToSend, recipient: PendingRecipient): Promise<RecipientOutcome> {
    const { memberId, address, attemptCount, addressFailures } = recipient;
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
      return { ...outcome, ...failedAttempt(error, { address, attemptCount }) };
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

/** The outcome of a failed attempt. @throws MailOutageError when the mail server accepts no mail */
function failedAttempt(
  cause: unknown,
  { address, attemptCount }: { address: string; attemptCount: number },
): Omit<RecipientOutcome, 'emailId' | 'memberId'> {
  const { kind, isBadAddress, message } = mailFailureOf(cause);
  if (kind === 'outage') throw new MailOutageError(message, { cause });
  if (kind === 'permanent') {
    return { status: 'failed', isPermanent: true, error: message, ...(isBadAddress && { failedAddress: address }) };
  }
  const nextInMs = pauseMsAfter(attemptCount + 1);
  return nextInMs === undefined
    ? { status: 'failed', error: message }
    : { status: 'pending', nextInMs, error: message };
}
