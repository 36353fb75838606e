import type { OutboxEventPayload, JobProcessor, JobRun } from '@almanac/jobs';
import { findOutboxEvent, type Mail, type MailPayload, markCompleted, openMail } from '@almanac/outbox';
import { inSpan, Logger } from '@almanac/platform';
import { isMailAddress, SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { Databases } from '../databases/databases';
import { writeLetter } from './letter';
import { letters } from './letters';
import { Mailer, type WrittenMail } from './mailer';
import { readMailedPost, writeMemberPost } from './member-post';

/** The letter of a mail; the table of letters keeps template and values together. */
function letterOf(mail: Exclude<Mail, { template: 'member-post' }>): WrittenMail {
  const write = letters[mail.template] as (values: typeof mail.values) => Parameters<typeof writeLetter>[0];
  return writeLetter(write(mail.values));
}

/** Sends a recorded mail. */
@Injectable()
export class SendMailProcessor implements JobProcessor<'send-mail'> {
  readonly job = 'send-mail';

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly mailer: Mailer,
    private readonly logger: Logger,
  ) {}

  async process({ schema, outboxEventId }: OutboxEventPayload, { isLastAttempt }: JobRun): Promise<void> {
    const { manager } = this.databases.of(schema);
    const outboxEvent = await findOutboxEvent(manager, outboxEventId);
    if (!outboxEvent || outboxEvent.isCompleted) return;
    const mail = openMail(outboxEvent.payload as MailPayload, this.configuration.encryptionKey);
    try {
      const written = await this.write(mail);
      if (written && this.isAddressed(mail, outboxEventId))
        await inSpan('send mail', { kind: SpanKind.CLIENT, attributes: { 'mail.template': mail.template } }, () =>
          this.mailer.send(outboxEventId, mail.to, written),
        );
    } catch (error) {
      if (!isLastAttempt) throw error;
      this.logger.error(
        'A mail could not be sent and is given up.',
        { outboxEventId, template: mail.template, causedBy: outboxEvent.requestId },
        error,
      );
    }
    await markCompleted(manager, outboxEventId);
  }

  /** Rows of an earlier version may hold addresses that are refused today. */
  private isAddressed({ to, template }: Mail, outboxEventId: string): boolean {
    if (isMailAddress(to)) return true;
    this.logger.error('Mail not sent: the address is not safe in a header.', { outboxEventId, template });
    return false;
  }

  private async write(mail: Mail): Promise<WrittenMail | null> {
    if (mail.template !== 'member-post') return letterOf(mail);
    const post = await readMailedPost(this.databases.publishing.manager, mail.values.postId);
    return post && writeMemberPost(post, this.configuration.siteUrl.replace(/\/$/, ''));
  }
}
