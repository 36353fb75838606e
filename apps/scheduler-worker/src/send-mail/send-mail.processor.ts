import { messageOf } from '@almanac/errors';
import type { OutboxEventPayload, JobProcessor, RunAgain } from '@almanac/jobs';
import {
  findOutboxEvent,
  type Mail,
  MAIL_REQUESTED,
  type MailTemplate,
  markCompleted,
  markFailed,
  openMail,
  postponeReclaim,
} from '@almanac/outbox';
import { Clock, inSpan, Logger } from '@almanac/platform';
import { readMemberPageSite } from '@almanac/publishing';
import { type TextLanguage, textLanguageOf } from '@almanac/rendering';
import { isMailAddress, SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { Databases } from '../databases/databases';
import { type MailSender, readMemberSender } from '../mail-transport/member-sender';
import { type MailMessage, renderMessage } from './mail-message';
import { englishMailTemplates, type MailTemplates, type MessageTemplate } from './mail-templates';
import { germanMailTemplates } from './mail-templates-de';
import { Mailer, type RenderedMail } from './mailer';
import { PostMails } from './post-mails';
import { rsvpInvitation } from './rsvp-invitation';

/** If an attempt starts more than this after the request of the mail and fails, the mail is not tried again. */
const GIVE_UP_AFTER_MS = 3_600_000;
/** A mail about a changed calendar event waits this long, because a newer mail may replace it. */
const CHANGES_WAIT_MS = 120_000;
/** In characters. */
const MAX_REASON_LENGTH = 200;

/**
 * The stored reason for a mail that is not sent, because its recipient is not exactly one mail address. Such a string could add a header
 * or a second recipient. Outbox events of an earlier version of Almanac may contain such strings.
 */
const UNSAFE_ADDRESS = 'The address is not a valid mail address.';

/** The templates of mails to members and of test mails to staff. Test mails have the sender that members see. */
const templatesWithMemberSender: ReadonlySet<MailTemplate> = new Set([
  'member-sign-in',
  'member-post',
  'post-test',
  'test',
]);

const templates: Record<TextLanguage, MailTemplates> = { en: englishMailTemplates, de: germanMailTemplates };

function renderTemplate(mail: Extract<Mail, { template: MessageTemplate }>, language: TextLanguage): RenderedMail {
  // `Mail` pairs each template with its values; the index access loses the pairing.
  const template = templates[language][mail.template] as (values: typeof mail.values) => MailMessage;
  return renderMessage(template(mail.values), language);
}

/** Sends the mail of an outbox event. */
@Injectable()
export class SendMailProcessor implements JobProcessor<'send-mail'> {
  readonly job = 'send-mail';

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly mailer: Mailer,
    private readonly postMails: PostMails,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * @returns when to run the job again, if the mail has to wait
   * @throws the error of a failed attempt, so that the job is tried again. After an hour, the mail is marked as failed instead.
   */
  async process({ schema, outboxEventId }: OutboxEventPayload): Promise<RunAgain | void> {
    const { manager } = this.databases.of(schema);
    const outboxEvent = await findOutboxEvent(manager, outboxEventId);
    if (outboxEvent?.event !== MAIL_REQUESTED || outboxEvent.isCompleted) return;
    const { template } = outboxEvent.payload;
    const ageMs = this.clock.now().getTime() - outboxEvent.occurredAt.getTime();
    try {
      const mail = openMail(outboxEvent.payload, this.configuration.encryptionKey);
      if (isAboutChange(mail) && ageMs < CHANGES_WAIT_MS) {
        const afterMs = CHANGES_WAIT_MS - ageMs;
        // If the queue loses the waiting job, the relay adds a new one 60 s after the wait.
        await postponeReclaim(manager, outboxEventId, afterMs);
        return { afterMs };
      }
      const rendered = await this.render(mail);
      if (rendered && !isMailAddress(mail.to)) {
        this.logger.error('Mail not sent: the address is not a valid mail address.', { outboxEventId, template });
        return await markFailed(manager, outboxEventId, UNSAFE_ADDRESS);
      }
      if (rendered) {
        const sender = await this.senderOf(mail);
        await inSpan('send mail', { kind: SpanKind.CLIENT, attributes: { 'mail.template': template } }, () =>
          this.mailer.send(outboxEventId, mail.to, rendered, sender),
        );
      }
    } catch (error) {
      if (ageMs < GIVE_UP_AFTER_MS) throw error;
      this.logger.error(
        'Mail not sent within an hour; it is not tried again.',
        { outboxEventId, template, requestId: outboxEvent.requestId },
        error,
      );
      return markFailed(manager, outboxEventId, reasonOf(error));
    }
    await markCompleted(manager, outboxEventId);
  }

  /** The sender of mails to members and of test mails; undefined for other mails, whose sender is `MAIL_FROM`. */
  private async senderOf({ template }: Mail): Promise<MailSender | undefined> {
    if (!templatesWithMemberSender.has(template)) return undefined;
    return readMemberSender(this.databases.publishing.manager, this.configuration.mailFrom);
  }

  /** The rendered mail; null for the mail of a post that must not be sent, see {@link PostMails}. */
  private async render(mail: Mail): Promise<RenderedMail | null> {
    if (mail.template === 'member-post') return this.postMails.forMember(mail.values.postId, mail.to);
    if (mail.template === 'post-test') return this.postMails.forTest(mail.values);
    const { language } = await readMemberPageSite(this.databases.publishing.manager);
    const rendered = renderTemplate(mail, textLanguageOf(language));
    if (mail.template !== 'calendar-rsvp' || !mail.values.entry) return rendered;
    return { ...rendered, icalEvent: rsvpInvitation(mail.values, mail.values.entry, this.configuration.mailFrom) };
  }
}

function isAboutChange(mail: Mail): boolean {
  return mail.template === 'calendar-rsvp' && mail.values.kind === 'changed';
}

/** The message of the error in one line, e.g. the reply of the mail server. */
function reasonOf(error: unknown): string {
  return messageOf(error)
    .replace(/[\s\0]+/g, ' ')
    .slice(0, MAX_REASON_LENGTH);
}
