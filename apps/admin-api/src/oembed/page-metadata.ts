import { Parser } from 'htmlparser2';

/** The metadata of an html page. */
export interface PageMetadata {
  title?: string;
  /** The absolute URL of the oEmbed response that the page names. */
  oembedUrl?: string;
  /** The absolute URL of the first icon that the page names. */
  icon?: string;
  /** The content of `meta` elements by property or name in lower case, e.g. `og:title`. The first content that is not blank counts. */
  meta: ReadonlyMap<string, string>;
}

function absoluteUrl(href: string | undefined, base: string): string | undefined {
  return href !== undefined && URL.canParse(href, base) ? new URL(href, base).href : undefined;
}

/**
 * Extracts the metadata of a page.
 * @param html the page, which may be truncated
 * @param base the URL of the page, to which relative URLs refer
 */
export function readPageMetadata(html: string, base: string): PageMetadata {
  const meta = new Map<string, string>();
  let title: string | undefined;
  let oembedUrl: string | undefined;
  let icon: string | undefined;
  let isInTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'title') isInTitle = title === undefined;
      if (name === 'meta') addMeta(meta, attributes);
      if (name !== 'link') return;
      if (attributes.type === 'application/json+oembed') oembedUrl ??= absoluteUrl(attributes.href, base);
      if (/\bicon\b/i.test(attributes.rel ?? '')) icon ??= absoluteUrl(attributes.href, base);
    },
    ontext(text) {
      if (isInTitle) title = (title ?? '') + text;
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false;
    },
  });
  parser.end(html);
  return { title: title?.trim(), oembedUrl, icon, meta };
}

function addMeta(meta: Map<string, string>, { property, name, content }: Record<string, string>): void {
  const key = (property ?? name)?.toLowerCase();
  const value = content?.trim();
  if (key && value && !meta.has(key)) meta.set(key, value);
}
