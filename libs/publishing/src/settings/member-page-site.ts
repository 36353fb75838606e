import type { EntityManager } from 'typeorm';

/** The values of the site that the pages for members show, e.g. the page to unsubscribe. */
export interface MemberPageSite {
  title: string;
  /** The name of the newsletter; by default the title of the site. */
  newsletter: string;
  /** A language tag, e.g. `en`. */
  language: string;
}

/** Reads the title, the newsletter and the language of the site. */
export async function readMemberPageSite(manager: EntityManager): Promise<MemberPageSite> {
  const [row] = await manager.query<{ title: string | null; newsletter: string | null; language: string | null }[]>(
    `select max(value) filter (where key = 'title') as title, max(value) filter (where key = 'default_locale') as language,
       max(value) filter (where key = 'newsletter') as newsletter
     from publishing.settings where key in ('title', 'default_locale', 'newsletter')`,
  );
  const title = row?.title ?? '';
  return { title, newsletter: newsletterName(row?.newsletter) ?? title, language: row?.language || 'en' };
}

/**
 * The name in the setting `newsletter`; null if there is none.
 * @param setting the value of the setting, JSON
 */
export function newsletterName(setting: string | null | undefined): string | null {
  if (!setting) return null;
  const { name }: { name?: unknown } = Object(JSON.parse(setting));
  return typeof name === 'string' && name !== '' ? name : null;
}
