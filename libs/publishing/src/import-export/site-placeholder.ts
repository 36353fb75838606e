import { withoutSiteUrlPlaceholder } from '@almanac/rendering';
import type { ImportedRecord } from './imported-row';

const PLACEHOLDER = '__GHOST_URL__';
/** In the query of another URL, e.g. that of a share button; JSON in a column may escape the slash. */
const PLACEHOLDER_IN_QUERY = /([?&;][\w.[\]-]{1,50}=)__GHOST_URL__(?:\\?\/)?/g;

/**
 * The row with URLs relative to the site in place of Ghost's placeholder for its URL, in all columns: also in html, mobiledoc,
 * lexical and the JSON of settings. In the query of another URL the URL is absolute.
 */
export function withoutPlaceholder(row: ImportedRecord, siteUrl: string): ImportedRecord {
  if (!Object.values(row).some(hasPlaceholder)) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, resolve(value, siteUrl)] as const));
}

function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(PLACEHOLDER);
  return typeof value === 'object' && value !== null && JSON.stringify(value).includes(PLACEHOLDER);
}

/** Objects, which settings of some files have as values, become JSON. */
function resolve(value: unknown, siteUrl: string): unknown {
  if (!hasPlaceholder(value)) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const site = siteUrl.replace(/\/$/, '');
  return withoutSiteUrlPlaceholder(
    text.replace(PLACEHOLDER_IN_QUERY, (_, before: string) => `${before}${site}/`),
    siteUrl,
  );
}
