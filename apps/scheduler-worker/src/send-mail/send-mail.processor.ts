import type { OutboxEventPayload, JobProcessor } from '@almanac/jobs';
import { findOutboxEvent, type Mail, MAIL_REQUESTED, markCompleted, openMail } from '@almanac/outbox';
import { Clock, inSpan, Logger } from '@almanac/platform';
import { isMailAddress, SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { Databases } from '../databases/databases';
import { type MailMessage, renderMessage } from './mail-message';
import { mailTemplates, type MessageTemplate } from './mail-templates';
import { Mailer, type RenderedMail } from './mailer';
import { readMailedPost, renderMemberPost } from './member-post';

/** A mail that was not sent within this time after its request is not tried again. */
const GIVE_UP_AFTER_MS = 3_600_000;

function renderTemplate(mail: Extract<Mail, { template: MessageTemplate }>): RenderedMail {
  // `Mail` pairs each template with its values; the index access loses the pairing.
  const template = mailTemplates[mail.template] as (values: typeof mail.values) => MailMessage;
  return renderMessage(template(mail.values));
}

/** Sends the mail of an outbox event. */
@Injectable()
export class SendMailProcessor implements JobProcessor<'send-mail'> {
  readonly job = 'send-mail';

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @throws the error of a failed attempt until an hour after the request; then the mail counts as done */
  async process({ schema, outboxEventId }: OutboxEventPayload): Promise<void> {
    const { manager } = this.databases.of(schema);
    const outboxEvent = await findOutboxEvent(manager, outboxEventId);
    if (outboxEvent?.event !== MAIL_REQUESTED || outboxEvent.isCompleted) return;
    const { template } = outboxEvent.payload;
    try {
      const mail = openMail(outboxEvent.payload, this.configuration.encryptionKey);
      const rendered = await this.render(mail);
      if (rendered && this.hasSafeAddress(mail, outboxEventId))
        await inSpan('send mail', { kind: SpanKind.CLIENT, attributes: { 'mail.template': mail.template } }, () =>
          this.mailer.send(outboxEventId, mail.to, rendered),
        );
    } catch (error) {
      const age = this.clock.now().getTime() - outboxEvent.occurredAt.getTime();
      if (age < GIVE_UP_AFTER_MS) throw error;
      this.logger.error(
        'Mail not sent within an hour; it is not tried again.',
        { outboxEventId, template, causedBy: outboxEvent.requestId },
        error,
      );
    }
    await markCompleted(manager, outboxEventId);
  }

  /** Rows of an earlier version may contain addresses that are rejected today. */
  private hasSafeAddress({ to, template }: Mail, outboxEventId: string): boolean {
    if (isMailAddress(to)) return true;
    this.logger.error('Mail not sent: the address is not safe in a header.', { outboxEventId, template });
    return false;
  }

  /** The rendered mail; null for a post that is no longer published, or that the recipient may not read. */
  private async render(mail: Mail): Promise<RenderedMail | null> {
    if (mail.template !== 'member-post') return renderTemplate(mail);
    const post = await readMailedPost(this.databases.publishing.manager, mail.values.postId, mail.to);
    return post && renderMemberPost(post, this.configuration.siteUrl.replace(/\/$/, ''));
  }
}
