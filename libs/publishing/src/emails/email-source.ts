import type { PostVisibility } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import {
  type EmailSource,
  lexicalForMail,
  type LexicalRenderer,
  mobiledocForMail,
  mobiledocToHtml,
  toAbsoluteUrl,
} from '@almanac/rendering';
import type { EntityManager } from 'typeorm';
import { newsletterName } from '../settings/member-page-site';

interface SourceRow {
  title: string;
  slug: string;
  html: string | null;
  /**
   * The lexical source, if it contains cards for mails, which the stored html leaves out, or cards with the property `visibility`;
   * otherwise null.
   */
  lexical: string | null;
  /** The mobiledoc source, if the post has no lexical source and the mobiledoc contains cards for mails; otherwise null. */
  mobiledoc: string | null;
  visibility: PostVisibility;
  emailOnly: boolean;
  emailSubject: string | null;
  customExcerpt: string | null;
  publishedAt: Date | null;
  featureImage: string | null;
  featureImageAlt: string | null;
  featureImageCaption: string | null;
  authors: string[];
  settings: Record<string, string | null>;
}

const SETTING_KEYS = ['title', 'logo', 'accent_color', 'default_locale', 'active_timezone', 'newsletter'];

/** The dependencies of `readEmailSource`. */
export interface EmailSourceScope {
  manager: EntityManager;
  siteUrl: string;
  /** Renders lexical documents with cards for mails. Its thread starts with the first document. */
  renderer: Pick<LexicalRenderer, 'render'>;
}

/**
 * Reads the content of the mail of a post: the post with its cards for mails (the types `email` and `email-cta`, and cards whose
 * `visibility` hides them on the site), its authors and the site.
 * @throws NotFoundError for an unknown id, and for a page; MaintenanceError when the renderer is not available
 */
export async function readEmailSource(
  { manager, siteUrl, renderer }: EmailSourceScope,
  postId: string,
): Promise<EmailSource> {
  const [row] = await manager.query<SourceRow[]>(
    `select p.title, p.slug, p.html, p.visibility,
       case when p.lexical ~ '"type"\\s*:\\s*"email(-cta)?"|"visibility"\\s*:' then p.lexical end as lexical,
       case when p.lexical is null and p.mobiledoc ~ '\\[\\s*"email(-cta)?"' then p.mobiledoc end as mobiledoc,
       p.email_only as "emailOnly", p.email_subject as "emailSubject",
       p.custom_excerpt as "customExcerpt", p.published_at as "publishedAt", p.feature_image as "featureImage",
       m.feature_image_alt as "featureImageAlt", m.feature_image_caption as "featureImageCaption",
       coalesce((select json_agg(u.name order by pa.sort_order, pa.id) from publishing.posts_authors pa
         join publishing.users u on u.id = pa.author_id where pa.post_id = p.id), '[]') as authors,
       (select json_object_agg(s.key, s.value) from publishing.settings s where s.key = any($2)) as settings
     from publishing.posts p left join publishing.posts_meta m on m.post_id = p.id
     where p.id = $1 and p.type = 'post'`,
    [postId, SETTING_KEYS],
  );
  if (!row) throw new NotFoundError('Post not found.');
  return sourceOf({ ...row, html: await htmlForMail(row, renderer) }, siteUrl);
}

/** The html of the post for mails; the stored html, without its cards for mails, if the source is invalid by the current rules. */
async function htmlForMail(
  { html, lexical, mobiledoc }: SourceRow,
  renderer: EmailSourceScope['renderer'],
): Promise<string | null> {
  try {
    const lexicalOfMail = lexical === null ? null : lexicalForMail(lexical);
    if (lexicalOfMail !== null) return (await renderer.render(lexicalOfMail)).html;
    return mobiledoc === null ? html : mobiledocToHtml(mobiledocForMail(mobiledoc));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return html;
  }
}

function sourceOf(
  { lexical: _lexical, mobiledoc: _mobiledoc, slug, emailOnly, visibility, emailSubject, settings, ...row }: SourceRow,
  site: string,
): EmailSource {
  const absolute = (url: string | null | undefined): string | null =>
    url ? toAbsoluteUrl(url, { siteUrl: site }) : null;
  return {
    post: {
      ...row,
      html: row.html ?? '',
      url: `${site}/${slug}/`,
      isOnSite: !emailOnly,
      isForPaying: visibility === 'paid',
      subject: emailSubject || row.title,
      excerpt: row.customExcerpt,
      featureImage: absolute(row.featureImage),
    },
    site: {
      url: site,
      title: settings.title ?? '',
      newsletter: newsletterName(settings.newsletter),
      logo: absolute(settings.logo),
      accentColor: settings.accent_color ?? null,
      language: settings.default_locale || 'en',
      timezone: settings.active_timezone || 'Etc/UTC',
    },
  };
}
