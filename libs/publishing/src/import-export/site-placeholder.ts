import { withoutSiteUrlPlaceholder } from '@almanac/rendering';
import type { ImportedRecord } from './imported-row';

const PLACEHOLDER = '__GHOST_URL__';
/**
 * Matches the placeholder in the query of another URL, e.g. of a share button, and the slash after it, which JSON in a column may write as
 * `\/`.
 */
const PLACEHOLDER_IN_QUERY = /([?&;][\w.[\]-]{1,50}=)__GHOST_URL__(?:\\?\/)?/g;

/**
 * Replaces Ghost's placeholder for the URL of the site in all columns of a row, also in html, mobiledoc, lexical and the JSON of
 * settings. URLs with the placeholder become paths from the root of the host; in the query of another URL, they become absolute.
 */
export function withoutPlaceholder(row: ImportedRecord, siteUrl: string): ImportedRecord {
  if (!Object.values(row).some(hasPlaceholder)) return row;
  const entries = Object.entries(row).map(([name, value]) => [name, resolvePlaceholder(value, siteUrl)] as const);
  return Object.fromEntries(entries);
}

function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(PLACEHOLDER);
  return typeof value === 'object' && value !== null && JSON.stringify(value).includes(PLACEHOLDER);
}

/** The value with URLs in place of the placeholder. An object, which some files have as the value of a setting, becomes JSON. */
function resolvePlaceholder(value: unknown, siteUrl: string): unknown {
  if (!hasPlaceholder(value)) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return withoutSiteUrlPlaceholder(
    text.replace(PLACEHOLDER_IN_QUERY, (_, before: string) => `${before}${siteUrl}/`),
    siteUrl,
  );
}
