/** An entry of `navigation` or `secondary_navigation` in the settings of the Content API. */
export interface NavigationEntry {
  label?: string;
  url?: string;
}

export interface NavigationItem {
  label: string;
  /** A path for a link on this site, else an absolute URL. */
  href: string;
  /** Whether the link leads to the shown page, for `aria-current="page"`. */
  isCurrent: boolean;
}

const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The path with one slash at the end, to compare paths. */
const withFinalSlash = (path: string): string => `${path.replace(/\/+$/, '')}/`;

function itemOf({ label, url }: NavigationEntry, site: URL, currentPath: string): NavigationItem[] {
  if (!label || !url || !URL.canParse(url, site)) return [];
  const target = new URL(url, site);
  if (!SAFE_PROTOCOLS.has(target.protocol)) return [];
  if (target.origin !== site.origin) return [{ label, href: target.href, isCurrent: false }];
  const isCurrent = withFinalSlash(target.pathname) === withFinalSlash(currentPath) && target.hash === '';
  // A browser reads a path that begins with two slashes as the host of another site.
  return [{ label, href: `${target.pathname.replace(/^\/+/, '/')}${target.search}${target.hash}`, isCurrent }];
}

/**
 * Prepares the primary and the secondary navigation for a page.
 * Editors write addresses as paths (`/about/`) or as URLs (`https://site.example/about/`); both become paths, so that a page works on
 * every host. Entries without label or address, and those of other protocols than http, https, mailto and tel, are left out.
 * @param siteUrl the address of the site, e.g. `https://site.example`
 * @param currentPath the path of the page that is shown, e.g. `/about/`
 */
export function navigationOf(
  settings: { navigation?: NavigationEntry[] | null; secondary_navigation?: NavigationEntry[] | null },
  { siteUrl, currentPath }: { siteUrl: string; currentPath: string },
): { primary: NavigationItem[]; secondary: NavigationItem[] } {
  const site = new URL(siteUrl);
  const items = (entries: NavigationEntry[] | null | undefined): NavigationItem[] =>
    (entries ?? []).flatMap((entry) => itemOf(entry, site, currentPath));
  return { primary: items(settings.navigation), secondary: items(settings.secondary_navigation) };
}
