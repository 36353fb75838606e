import { htmlToAbsolute } from '@almanac/rendering';
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

/** The post at the time the mail is sent; null when it is no longer published. */
export async function readMailedPost(manager: EntityManager, postId: string): Promise<MailedPost | null> {
  const [post] = await manager.query<MailedPost[]>(
    `select p.title, p.slug, p.html, p.plaintext, p.email_subject as "emailSubject",
       coalesce((select value from publishing.settings where key = 'title'), '') as "siteTitle"
     from publishing.posts p where p.id = $1 and p.status = 'published'`,
    [postId],
  );
  return post ?? null;
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
