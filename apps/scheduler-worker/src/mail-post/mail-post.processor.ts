import type { JobProcessor, OutboxEventPayload } from '@almanac/jobs';
import { findOutboxEvent, markCompleted } from '@almanac/outbox';
import { requestNewsletters } from '@almanac/publishing';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { SendDueEmailsService } from '../send-newsletter/send-due-emails.service';

/**
 * Starts the newsletter of a published post at once. The transaction that publishes the post normally writes the newsletter's row in
 * `emails`. If an earlier version of Almanac published the post during an update, the row is missing, and this processor adds it.
 */
@Injectable()
export class MailPostProcessor implements JobProcessor<'mail-post'> {
  readonly job = 'mail-post';

  constructor(
    private readonly databases: Databases,
    private readonly emails: SendDueEmailsService,
  ) {}

  async process({ outboxEventId }: OutboxEventPayload): Promise<void> {
    const { manager } = this.databases.publishing;
    const outboxEvent = await findOutboxEvent(manager, outboxEventId);
    if (!outboxEvent || outboxEvent.isCompleted) return;
    await requestNewsletters(manager, [outboxEvent.subjectId]);
    this.emails.trigger();
    await markCompleted(manager, outboxEventId);
  }
}
