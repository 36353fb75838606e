import { isPayingSql } from '@almanac/entities';
import type { OutboxEventPayload, JobProcessor } from '@almanac/jobs';
import {
  type NewOutboxEvent,
  findOutboxEvent,
  MAIL_REQUESTED,
  markCompleted,
  recordEvent,
  recordEvents,
  sealMail,
} from '@almanac/outbox';
import { Logger } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Databases } from '../databases/databases';

/** The event of the mark that a post went out; it is kept for good. */
export const POST_MAILED = 'post.mailed';

const MEMBERS_AT_ONCE = 1_000;

interface Recipient {
  id: string;
  email: string;
}

/** Members who may read the post, in the order of their ids. */
function readRecipients(manager: EntityManager, postId: string, afterId: string): Promise<Recipient[]> {
  return manager.query<Recipient[]>(
    `select m.id, m.email from publishing.members m
     join publishing.posts p on p.id = $1
     where m.id > $2 and (p.visibility <> 'paid' or ${isPayingSql('m.id')})
     order by m.id limit $3`,
    [postId, afterId, MEMBERS_AT_ONCE],
  );
}

/**
 * Records one mail to each member for a published post. A post goes out once in its life: the mark of it stays, and a mail
 * to a member is unique by post and member, so that doing this again after a crash adds only what is missing.
 */
@Injectable()
export class MailPostProcessor implements JobProcessor<'mail-post'> {
  readonly job = 'mail-post';

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly logger: Logger,
  ) {}

  async process({ outboxEventId }: OutboxEventPayload): Promise<void> {
    const { manager } = this.databases.publishing;
    const outboxEvent = await findOutboxEvent(manager, outboxEventId);
    if (!outboxEvent || outboxEvent.isCompleted) return;
    if (await this.isFirstTime(manager, outboxEvent.subjectId, outboxEventId))
      await this.mailEverybody(outboxEvent.subjectId);
    await markCompleted(manager, outboxEventId);
  }

  /** Whether this event, and not an earlier publishing of the same post, is the one that sends it out. */
  private async isFirstTime(manager: EntityManager, postId: string, outboxEventId: string): Promise<boolean> {
    const mark = { subjectType: 'post.mailing', subjectId: postId, revision: 1, event: POST_MAILED };
    if (await recordEvent(manager, { ...mark, payload: { outboxEventId } })) return true;
    const [earlier] = await manager.query<{ outboxEventId: string }[]>(
      `select payload->>'outboxEventId' as "outboxEventId" from publishing.outbox
       where subject_type = 'post.mailing' and subject_id = $1 and event = $2`,
      [postId, POST_MAILED],
    );
    return earlier?.outboxEventId === outboxEventId;
  }

  private async mailEverybody(postId: string): Promise<void> {
    const { manager } = this.databases.publishing;
    const { encryptionKey } = this.configuration;
    let afterId = '';
    let mails = 0;
    for (;;) {
      const recipients = await readRecipients(manager, postId, afterId);
      const outboxEvents = recipients.map(({ id, email }): NewOutboxEvent => ({
        subjectType: 'mail',
        subjectId: `${postId}.${id}`,
        revision: 1,
        event: MAIL_REQUESTED,
        payload: sealMail({ template: 'member-post', to: email, values: { postId } }, encryptionKey),
      }));
      await recordEvents(manager, outboxEvents);
      mails += recipients.length;
      afterId = recipients.at(-1)?.id ?? '';
      if (recipients.length < MEMBERS_AT_ONCE) break;
    }
    this.logger.info('A post goes out to the members.', { postId, mails });
  }
}
