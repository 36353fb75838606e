import type { PostVisibility } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { htmlBeforePaywall, personalize, type RenderedEmail, renderEmail } from '@almanac/rendering';
import { requestMail } from '../mails/request-mail';
import type { Actor } from '../permissions/actor';
import { authorize, permissionError } from '../permissions/authorize';
import type { Permission, Reach } from '../permissions/permission-table';
import type { PostsContext, PublishingContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import { readEmailSource } from './email-source';
import { assertRecipientFilter, recipientsSql } from './recipients-sql';
import { sampleRecipient } from './member-links';

/** All free members, or all paying members. All members of an audience get the same content of a post. */
export type EmailAudience = 'free' | 'paid';

/** A mail as a recipient receives it. */
export interface EmailPreview {
  subject: string;
  html: string;
  plaintext: string;
}

/** A test mail of a post. */
export interface TestEmail {
  /** The addresses; each gets a mail of its own. */
  to: readonly string[];
  audience: EmailAudience;
  /** By default the subject of the post's mail. */
  subject?: string;
}

interface PreviewedPost {
  status: string;
  visibility: PostVisibility;
  html: string | null;
  emailRecipientFilter: string;
  authorIds: string[];
}

/** Shows staff the mail of a post before it is sent, and the number of its recipients. */
export class EmailPreviewsService {
  constructor(private readonly context: PublishingContext & PostsContext) {}

  /**
   * The mail of a post as free or as paying members would get it. If free members may read no part of the post, they get no mail,
   * and their preview shows the mail to paying members.
   * @throws NotFoundError, NoPermissionError; MaintenanceError when the renderer is not available
   */
  async preview(actor: Actor, postId: string, audience: EmailAudience): Promise<EmailPreview> {
    await this.getPermittedPost(actor, postId, 'emailPreviews.read');
    const { siteUrl, renderer, dataSource } = this.context;
    const source = await readEmailSource({ manager: dataSource.manager, siteUrl, renderer }, postId);
    return previewOf(await renderEmail(source), audience, siteUrl);
  }

  /** @throws NotFoundError, or NoPermissionError if the actor may not send test mails of the post */
  async assertMayTest(actor: Actor, postId: string): Promise<void> {
    await this.getPermittedPost(actor, postId, 'emailPreviews.send');
  }

  /**
   * Requests test mails of a post; the worker sends them.
   * @throws NotFoundError, NoPermissionError
   */
  async requestTest(actor: Actor, postId: string, { to, audience, subject }: TestEmail): Promise<void> {
    await this.assertMayTest(actor, postId);
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      for (const address of to) {
        const values = { postId, audience, ...(subject !== undefined && { subject }) };
        await requestMail(scope, { template: 'post-test', to: address, values }, this.context.encryptionKey);
      }
    });
  }

  /**
   * The number of members to whom the post would be mailed now.
   * @param options `filter` replaces the recipient filter of the post, `visibility` its visibility
   * @throws NotFoundError, NoPermissionError; ValidationError when the filter is not valid, or uses a field that the actor
   *   may not filter by
   */
  async countRecipients(
    actor: Actor,
    postId: string,
    { filter, visibility }: { filter?: string; visibility?: PostVisibility },
  ): Promise<number> {
    const post = await this.getPermittedPost(actor, postId, 'emailPreviews.read');
    const now = this.context.clock.now();
    // The recipients of the stored filter may be counted, even if the actor may not set this filter.
    if (filter !== post.emailRecipientFilter) assertRecipientFilter(actor, filter, now);
    const accessFields = {
      visibility: visibility ?? post.visibility,
      hasFreePart: htmlBeforePaywall(post.html ?? '') !== null,
    };
    const { sql, values } = recipientsSql(accessFields, filter ?? post.emailRecipientFilter, now);
    const [row] = await this.context.dataSource.manager.query<{ n: number }[]>(
      `select count(*)::int as n from publishing.members t where ${sql}`,
      values,
    );
    return row?.n ?? 0;
  }

  private async getPermittedPost(actor: Actor, id: string, permission: Permission): Promise<PreviewedPost> {
    const reach = authorize(actor, permission);
    const [post] = await this.context.dataSource.manager.query<PreviewedPost[]>(
      `select p.status, p.visibility, p.html, p.email_recipient_filter as "emailRecipientFilter",
         array(select pa.author_id from publishing.posts_authors pa where pa.post_id = p.id) as "authorIds"
       from publishing.posts p where p.id = $1 and p.type = 'post'`,
      [id],
    );
    if (!post) throw new NotFoundError('Post not found.');
    assertMayPreview(actor, post, { reach, permission });
    return post;
  }
}

/** @throws NoPermissionError when the reach is `own` or `drafts` and does not cover the post */
function assertMayPreview(
  actor: Actor,
  { authorIds, status }: PreviewedPost,
  { reach, permission }: { reach: Reach; permission: Permission },
): void {
  if (reach === 'any') return;
  if (!authorIds.includes(actor.id) || (reach === 'drafts' && status !== 'draft')) throw permissionError(permission);
}

function previewOf({ subject, free, paid }: RenderedEmail, audience: EmailAudience, siteUrl: string): EmailPreview {
  const body = audience === 'free' ? (free ?? paid) : paid;
  const { html, text } = personalize(body, sampleRecipient(siteUrl));
  return { subject, html, plaintext: text };
}
