import { htmlToAbsolute } from '@almanac/rendering';
import { escapeUTF8 } from 'entities';
import type { EntityManager } from 'typeorm';
import { inFrame, oneLine } from './letter';
import type { WrittenMail } from './mailer';

/** What the mail of a post is made from. */
export interface MailedPost {
  title: string;
  slug: string;
  html: string | null;
  plaintext: string | null;
  emailSubject: string | null;
  siteTitle: string;
}

/** The post as it is when the mail goes out; null when it was taken back meanwhile. */
export async function readMailedPost(manager: EntityManager, postId: string): Promise<MailedPost | null> {
  const [post] = await manager.query<MailedPost[]>(
    `select p.title, p.slug, p.html, p.plaintext, p.email_subject as "emailSubject",
       coalesce((select value from publishing.settings where key = 'title'), '') as "siteTitle"
     from publishing.posts p where p.id = $1 and p.status = 'published'`,
    [postId],
  );
  return post ?? null;
}

/** @param siteUrl without a trailing slash */
export function writeMemberPost(post: MailedPost, siteUrl: string): WrittenMail {
  const url = `${siteUrl}/${post.slug}/`;
  const read = `<p><a href="${escapeUTF8(url)}">Read it on ${escapeUTF8(post.siteTitle)}</a></p>`;
  const html = htmlToAbsolute(post.html ?? '', { siteUrl, itemUrl: url });
  return {
    subject: oneLine(post.emailSubject || post.title),
    text: `${post.title}\n\n${post.plaintext ?? ''}\n\nRead it on ${post.siteTitle}:\n${url}\n`,
    html: inFrame(`<h1>${escapeUTF8(post.title)}</h1>\n${html}\n${read}`),
  };
}
