import { isPayingSql } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { MailValues } from '@almanac/outbox';
import { readEmailSource, readLinkSecret, sampleRecipient } from '@almanac/publishing';
import { createPersonalizer, LexicalRenderer, personalize, type RenderedEmail, renderEmail } from '@almanac/rendering';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Databases } from '../databases/databases';
import { messageFor } from '../send-newsletter/email-message';
import type { PendingRecipient } from '../send-newsletter/email-to-send';
import type { RenderedMail } from './mailer';

/**
 * Renders single mails of posts: test mails for staff, and mails to one member. Only outbox events of earlier versions of Almanac request
 * the latter.
 */
@Injectable()
export class PostMails {
  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly renderer: LexicalRenderer,
  ) {}

  /**
   * The test mail of a post for staff. If free members may read nothing of the post, it has the content for paying members.
   * @returns null when the post was deleted
   */
  async forTest({ postId, audience, subject }: MailValues['post-test']): Promise<RenderedMail | null> {
    const { siteUrl } = this.configuration;
    try {
      const rendered = await this.render(postId);
      const body = audience === 'free' ? (rendered.free ?? rendered.paid) : rendered.paid;
      const { html, text } = personalize(body, sampleRecipient(siteUrl));
      return { subject: `[Test] ${subject ?? rendered.subject}`, html, text };
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }

  /**
   * The mail of a post to the member with the address.
   * @returns null if the post is not published, if the member does not exist, is not subscribed or may read nothing of the post, or if
   *   the address is disabled after failed mails
   */
  async forMember(postId: string, address: string): Promise<RenderedMail | null> {
    const [member] = await this.manager.query<Pick<PendingRecipient, 'memberId' | 'name' | 'isPaying'>[]>(
      `select m.id as "memberId", m.name, ${isPayingSql('m.id')} as "isPaying" from publishing.members m
       where lower(m.email) = lower($1) and m.subscribed and not m.email_disabled
         and exists (select from publishing.posts p where p.id = $2 and p.status = 'published')`,
      [address, postId],
    );
    if (!member) return null;
    const { siteUrl } = this.configuration;
    const { subject, free, paid } = await this.render(postId);
    const linkSecret = await readLinkSecret(this.manager);
    const personalizeFree = free && createPersonalizer(free);
    const email = { subject, personalizeFree, personalizePaid: createPersonalizer(paid), linkSecret };
    return messageFor(email, { ...member, address }, siteUrl);
  }

  private async render(postId: string): Promise<RenderedEmail> {
    const { manager, renderer } = this;
    const { siteUrl } = this.configuration;
    return renderEmail(await readEmailSource({ manager, renderer, siteUrl }, postId));
  }

  private get manager(): EntityManager {
    return this.databases.publishing.manager;
  }
}
