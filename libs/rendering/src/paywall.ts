/**
 * The comment that a paywall card renders. In v5, canary and newsletters, readers without access to a post get the html before the first
 * such comment.
 */
const PAYWALL = '<!--members-only-->';

/** The html before the paywall; null for html without a paywall. */
export function htmlBeforePaywall(html: string): string | null {
  const end = html.indexOf(PAYWALL);
  return end === -1 ? null : html.slice(0, end);
}
