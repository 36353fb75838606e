import type { EntityManager } from 'typeorm';

/** The site as pages for its members show it. */
export interface SiteOfPages {
  title: string;
  /** The name of the newsletter. */
  newsletter: string;
  /** A language tag. */
  language: string;
}

/** Reads the title, the newsletter and the language of the site. */
export async function siteOfPages(manager: EntityManager): Promise<SiteOfPages> {
  const [row] = await manager.query<{ title: string | null; newsletter: string | null; language: string | null }[]>(
    `select max(value) filter (where key = 'title') as title, max(value) filter (where key = 'default_locale') as language,
       max(value) filter (where key = 'newsletter') as newsletter
     from publishing.settings where key in ('title', 'default_locale', 'newsletter')`,
  );
  const title = row?.title ?? '';
  return { title, newsletter: newsletterName(row?.newsletter) ?? title, language: row?.language || 'en' };
}

/** The name in the setting of the newsletter; null where it has none. */
export function newsletterName(setting: string | null | undefined): string | null {
  if (!setting) return null;
  const { name }: { name?: unknown } = Object(JSON.parse(setting));
  return typeof name === 'string' && name !== '' ? name : null;
}
