import { Parser } from 'htmlparser2';

/** What a page says of itself in its head. */
export interface PageMetadata {
  title?: string;
  /** Where its oEmbed description is, absolute. */
  oembedUrl?: string;
  icon?: string;
  /** `og:title`, `description`…: the first of each name. */
  meta: ReadonlyMap<string, string>;
}

function absolute(href: string | undefined, base: string): string | undefined {
  return href !== undefined && URL.canParse(href, base) ? new URL(href, base).href : undefined;
}

/**
 * Reads the head of a page.
 * @param html at most what the outbound client read of it
 * @param base the page's URL: links are relative to it
 */
export function readPage(html: string, base: string): PageMetadata {
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
      if (attributes.type === 'application/json+oembed') oembedUrl ??= absolute(attributes.href, base);
      if (/\bicon\b/i.test(attributes.rel ?? '')) icon ??= absolute(attributes.href, base);
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
  if (key && content && !meta.has(key)) meta.set(key, content.trim());
}
