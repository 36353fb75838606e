import { isPayingSql } from '@almanac/entities';
import type { OutboxEventPayload, JobProcessor } from '@almanac/jobs';
import {
  type NewOutboxEvent,
  findOutboxEvent,
  MAIL_REQUESTED,
  POST_MAILED,
  markCompleted,
  recordEvent,
  recordEvents,
  sealMail,
} from '@almanac/outbox';
import { Logger } from '@almanac/platform';
import { htmlBeforePaywall } from '@almanac/rendering';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Databases } from '../databases/databases';

const BATCH_SIZE = 1_000;

interface PostToMail {
  id: string;
  hasPaywall: boolean;
}

async function readPost(manager: EntityManager, id: string): Promise<PostToMail> {
  const [row] = await manager.query<{ html: string | null }[]>('select html from publishing.posts where id = $1', [id]);
  return { id, hasPaywall: htmlBeforePaywall(row?.html ?? '') !== null };
}

interface Recipient {
  id: string;
  email: string;
}

/** One batch of subscribed members who may read the post, or what stands before its paywall, ordered by id. */
function readRecipients(manager: EntityManager, { id, hasPaywall }: PostToMail, afterId: string): Promise<Recipient[]> {
  return manager.query<Recipient[]>(
    `select m.id, m.email from publishing.members m
     join publishing.posts p on p.id = $1
     where m.id > $2 and m.subscribed and (p.visibility <> 'paid' or $4::boolean or ${isPayingSql('m.id')})
     order by m.id limit $3`,
    [id, afterId, BATCH_SIZE, hasPaywall],
  );
}

/**
 * Records one mail to each subscribed member for a published post. A post is mailed once, even if it is published again: the mark
 * is unique by post, and the mail by post and member. A run after a crash records only the missing mails.
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
    if (await this.isFirstMailing(manager, outboxEvent.subjectId, outboxEventId))
      await this.recordMails(outboxEvent.subjectId);
    await markCompleted(manager, outboxEventId);
  }

  /** Whether no earlier event of the same post was mailed. */
  private async isFirstMailing(manager: EntityManager, postId: string, outboxEventId: string): Promise<boolean> {
    const mark: NewOutboxEvent = {
      subjectType: 'post.mailing',
      subjectId: postId,
      revision: 1,
      event: POST_MAILED,
      payload: { outboxEventId },
    };
    if (await recordEvent(manager, mark)) return true;
    const [earlier] = await manager.query<{ outboxEventId: string }[]>(
      `select payload->>'outboxEventId' as "outboxEventId" from publishing.outbox
       where subject_type = 'post.mailing' and subject_id = $1 and event = $2`,
      [postId, POST_MAILED],
    );
    return earlier?.outboxEventId === outboxEventId;
  }

  private async recordMails(postId: string): Promise<void> {
    const { manager } = this.databases.publishing;
    const { encryptionKey } = this.configuration;
    const post = await readPost(manager, postId);
    let afterId = '';
    let mails = 0;
    for (;;) {
      const recipients = await readRecipients(manager, post, afterId);
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
      if (recipients.length < BATCH_SIZE) break;
    }
    this.logger.info('Recorded the mails of a post.', { postId, mails });
  }
}
