import { isPayingSql } from '@almanac/entities';
import { htmlBeforePaywall, htmlForAudience, htmlToAbsolute, htmlToPlaintext } from '@almanac/rendering';
import { escapeAttribute, escapeText } from 'entities';
import type { EntityManager } from 'typeorm';
import { mailDocument, subjectLine } from './mail-message';
import type { RenderedMail } from './mailer';

/** The columns of a post that its mail contains. */
export interface MailedPost {
  title: string;
  slug: string;
  html: string | null;
  plaintext: string | null;
  emailSubject: string | null;
  siteTitle: string;
}

/**
 * The post at the time the mail is sent. A recipient who may not read all of it gets what stands before its paywall.
 * @param recipient the e-mail address
 * @returns null when the post is no longer published, or the recipient may read nothing of it
 */
export async function readMailedPost(
  manager: EntityManager,
  postId: string,
  recipient: string,
): Promise<MailedPost | null> {
  const [row] = await manager.query<(MailedPost & { visibility: string; isPaying: boolean })[]>(
    `select p.title, p.slug, p.html, p.plaintext, p.email_subject as "emailSubject",
       coalesce((select value from publishing.settings where key = 'title'), '') as "siteTitle",
       p.visibility,
       exists (
         select 1 from publishing.members m where lower(m.email) = lower($2) and ${isPayingSql('m.id')}
       ) as "isPaying"
     from publishing.posts p where p.id = $1 and p.status = 'published'`,
    [postId, recipient],
  );
  if (!row) return null;
  const { visibility, isPaying, ...post } = row;
  const html = htmlForAudience(post.html ?? '', isPaying ? 'paid' : 'member');
  return isPaying || visibility !== 'paid' ? { ...post, html } : freePartOf({ ...post, html });
}

function freePartOf(post: MailedPost): MailedPost | null {
  const html = htmlBeforePaywall(post.html ?? '');
  return html === null ? null : { ...post, html, plaintext: htmlToPlaintext(html) };
}

/** Renders the mail of a post. @param siteUrl without a trailing slash */
export function renderMemberPost(post: MailedPost, siteUrl: string): RenderedMail {
  const url = `${siteUrl}/${post.slug}/`;
  const link = `<p><a href="${escapeAttribute(url)}">Read it on ${escapeText(post.siteTitle)}</a></p>`;
  const html = htmlToAbsolute(post.html ?? '', { siteUrl, itemUrl: url });
  return {
    subject: subjectLine(post.emailSubject || post.title),
    text: `${post.title}\n\n${post.plaintext ?? ''}\n\nRead it on ${post.siteTitle}:\n${url}\n`,
    html: mailDocument(`<h1>${escapeText(post.title)}</h1>\n${html}\n${link}`),
  };
}
