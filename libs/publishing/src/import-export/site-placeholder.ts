import { withoutSiteUrlPlaceholder } from '@almanac/rendering';
import type { ImportedRecord } from './imported-row';

const PLACEHOLDER = '__GHOST_URL__';
/**
 * Matches the placeholder in the query of another URL, e.g. of a share button, and the slash after it. JSON in a column may contain this
 * slash as `\/`.
 */
const PLACEHOLDER_IN_QUERY = /([?&;][\w.[\]-]{1,50}=)__GHOST_URL__(?:\\?\/)?/g;

/**
 * Replaces Ghost's placeholder for the URL of the site in all columns of a row, also in html, mobiledoc, lexical and the JSON of
 * settings. A URL with the placeholder becomes a path from the root of the host; in the query of another URL, it becomes absolute.
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

/** The value without the placeholder. An object with the placeholder, which some files have as the value of a setting, becomes JSON. */
function resolvePlaceholder(value: unknown, siteUrl: string): unknown {
  if (!hasPlaceholder(value)) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return withoutSiteUrlPlaceholder(
    text.replace(PLACEHOLDER_IN_QUERY, (_, before: string) => `${before}${siteUrl}/`),
    siteUrl,
  );
}
