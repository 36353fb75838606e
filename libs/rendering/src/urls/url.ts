/** The bases of relative URLs, and which URLs become absolute. */
export interface UrlScope {
  /** The site's URL, with or without a trailing slash; may have a subdirectory. */
  siteUrl: string;
  /** The URL of the post or page that contains the URLs; URLs such as `more/` are relative to it. */
  itemUrl?: string;
  /** Whether only URLs of uploaded files (`/content/images/…`, media and files) become absolute, and links stay relative. */
  assetsOnly?: boolean;
}

/** The paths of uploaded files. */
export const ASSET_PATH = /content\/(?:images|media|files)/;
/** The characters of a path that URL parsing does not change. If the path also contains no `/.`, it can be appended to the origin. */
const PLAIN_PATH = /^[\w\-./~!$&()*+,;=:@%?#]*$/;
/** A URL that is relative to the root already, e.g. `/post/`; not `//host/`. */
const ROOT_RELATIVE = /^\/[\w.-]/;
/** The base with which relative URLs are parsed. A parsed URL with this origin was relative. */
const PLACEHOLDER_ORIGIN = 'http://relative';

/**
 * Makes a stored URL absolute. Returns absolute and protocol-relative URLs, other schemes and fragments unchanged. Without `itemUrl`, a URL
 * that does not begin with a slash is also returned unchanged.
 *
 * @param url the stored URL, e.g. `/content/images/a.png`
 * @returns e.g. `https://example.com/content/images/a.png`
 */
export function toAbsoluteUrl(url: string, scope: UrlScope): string {
  if (url === '' || url.startsWith('#') || url.startsWith('//')) return url;
  if (scope.assetsOnly && !ASSET_PATH.test(url)) return url;
  if (url.startsWith('/')) return rootRelativeToAbsolute(url, withoutLastSlash(scope.siteUrl));
  if (scope.itemUrl === undefined || isAbsolute(url)) return url;
  const directory = scope.itemUrl.endsWith('/') ? scope.itemUrl : `${scope.itemUrl}/`;
  return resolve(url, directory);
}

/**
 * Makes an absolute URL of the site, with any scheme or `//`, relative to the root of its host. Other URLs are returned unchanged.
 *
 * @param url e.g. `https://example.com/post/`
 * @param siteUrl the site's URL, with or without a trailing slash
 * @returns e.g. `/post/`; with a subdirectory in `siteUrl` the subdirectory stays in the path
 */
export function toRelativeUrl(url: string, siteUrl: string): string {
  if (ROOT_RELATIVE.test(url)) return url;
  const parsed = parse(url);
  if (parsed === null || parsed.origin === 'null' || parsed.origin === PLACEHOLDER_ORIGIN) return url;
  const site = new URL(siteUrl);
  if (parsed.host !== site.host || !isInside(parsed.pathname, withoutLastSlash(site.pathname))) return url;
  // `//about/` would name the host `about`.
  return parsed.pathname.startsWith('//') ? url : parsed.pathname + parsed.search + parsed.hash;
}

function rootRelativeToAbsolute(url: string, site: string): string {
  const pathStart = site.indexOf('/', site.indexOf('//') + 2);
  const directory = pathStart === -1 ? '' : site.slice(pathStart);
  const [path = ''] = url.split(/[?#]/, 1);
  const base = isInside(path, directory) ? site.slice(0, site.length - directory.length) : site;
  if (PLAIN_PATH.test(url) && !url.includes('/.')) return base + url;
  return resolve(base + url, site);
}

/** @param directory a path without a trailing slash; empty for the root */
function isInside(path: string, directory: string): boolean {
  return directory === '' || path === directory || path.startsWith(`${directory}/`);
}

/** Whether a URL is absolute or cannot be parsed. */
function isAbsolute(url: string): boolean {
  const parsed = parse(url);
  return parsed === null || parsed.origin !== PLACEHOLDER_ORIGIN;
}

function resolve(url: string, base: string): string {
  return URL.canParse(url, base) ? new URL(url, base).toString() : url;
}

function parse(url: string): URL | null {
  return URL.canParse(url, PLACEHOLDER_ORIGIN) ? new URL(url, PLACEHOLDER_ORIGIN) : null;
}

function withoutLastSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
