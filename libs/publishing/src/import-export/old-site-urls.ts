import { ValidationError } from '@almanac/errors';
import { mapHtmlUrls, mapLexicalUrls, mapMarkdownUrls, mapMobiledocUrls, toRelativeUrl } from '@almanac/rendering';

type MapUrl = (url: string) => string;

const MAX_URL_LENGTH = 2_000;
const URL_COLUMN = /(?:_image|^image|^cover|^canonical_url|^website|^logo|^icon)$/;
const TRAILING_SLASHES = /\/+$/;
/** Matches the part of a URL after a subdirectory: it is empty or begins with `/`, `?` or `#`. */
const AFTER_SUBDIRECTORY = /^(?:$|[/?#])/;
const LEADING_SLASHES = /^\/*/;

/**
 * Parses the URL of the old site: the site that wrote the imported file. The result has no trailing slash.
 * @throws ValidationError when it is not an http or https URL, or has a user, a query or a fragment
 */
export function oldSiteUrlFrom(text: string): string {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    throw new ValidationError('The URL of the old site is not valid.', {
      property: 'site_url',
      help: 'Enter the URL of the old site, such as https://old.example.com.',
    });
  }
  // Not `href`, which keeps a `?` or `#` at the end.
  return `${url.origin}${url.pathname}`.replace(TRAILING_SLASHES, '');
}

/** The path of the subdirectory of a site, e.g. `/blog`; empty without a subdirectory. */
export function subdirectoryOf(siteUrl: string): string {
  return new URL(siteUrl).pathname.replace(TRAILING_SLASHES, '');
}

/**
 * The value of a column, in which URLs of the old site are replaced by URLs relative to the root of this site. The relative URLs do not
 * contain the subdirectory of the old site, because this site may have another one. In documents and html, only links and URLs of files
 * (e.g. in `href` and `src`) change, not URLs in text. A document that cannot be parsed stays as it is; the import reports it later.
 */
export function relativeValue(column: string, value: unknown, oldSiteUrl: string): unknown {
  if (typeof value !== 'string' || !value.includes('/')) return value;
  const toRelative = toRelativeOf(oldSiteUrl);
  if (column === 'lexical' || column === 'mobiledoc') return relativeDocument(column, value, toRelative);
  if (column === 'markdown') return mapMarkdownUrls(value, toRelative);
  if (column === 'html' || column === 'feature_image_caption') return mapHtmlUrls(value, toRelative);
  if (column.startsWith('codeinjection_') || column.startsWith('ghost_')) return relativeCode(value, oldSiteUrl);
  return URL_COLUMN.test(column) ? toRelative(value) : value;
}

/**
 * The value of a setting with URLs of the old site made relative. This applies to an image such as `logo`, to another value that begins
 * with the URL and a slash, to a JSON list (the navigation), and to injected code. Other values are not changed.
 */
export function relativeSetting(key: string, value: unknown, oldSiteUrl: string): unknown {
  if (typeof value !== 'string') return value;
  if (key.startsWith('codeinjection_') || key.startsWith('ghost_')) return relativeCode(value, oldSiteUrl);
  const sites = withEachProtocol(oldSiteUrl);
  if (value.startsWith('[')) {
    // Several slashes become one, because two at the beginning would name another host.
    return sites.reduce((list, site) => list.replace(quotedUrlsOf(site), '"/').replaceAll(`"${site}"`, '"/"'), value);
  }
  if (URL_COLUMN.test(key)) return toRelativeOf(oldSiteUrl)(value);
  const site = sites.find((one) => value.startsWith(`${one}/`));
  return site === undefined ? value : value.slice(site.length).replace(LEADING_SLASHES, '/');
}

/** @returns a function that makes a URL of the old site relative, without its subdirectory, and does not change other URLs */
function toRelativeOf(oldSiteUrl: string): MapUrl {
  const subdirectory = subdirectoryOf(oldSiteUrl);
  if (subdirectory === '') return (url) => toRelativeUrl(url, oldSiteUrl);
  return (url) => {
    const relative = toRelativeUrl(url, oldSiteUrl);
    const rest = relative.slice(subdirectory.length);
    if (!relative.startsWith(subdirectory) || !AFTER_SUBDIRECTORY.test(rest)) return relative;
    // A URL with two slashes at the beginning would name another host.
    return rest.replace(LEADING_SLASHES, '/');
  };
}

/** Html with URLs of the old site made relative; in its style sheets and scripts, only URLs of uploaded files. */
function relativeCode(code: string, oldSiteUrl: string): string {
  const sites = withEachProtocol(oldSiteUrl);
  const withRelativeFiles = sites.reduce((text, site) => text.replaceAll(`${site}/content/`, '/content/'), code);
  return mapHtmlUrls(withRelativeFiles, toRelativeOf(oldSiteUrl));
}

/** Matches the beginning of each quoted URL of a site, with all slashes after the URL of the site. */
function quotedUrlsOf(site: string): RegExp {
  return new RegExp(`"${site.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/+`, 'g');
}

/** The URL with http and with https, because a site may refer to itself by either. */
function withEachProtocol(url: string): string[] {
  const withoutProtocol = url.slice(url.indexOf(':'));
  return [`https${withoutProtocol}`, `http${withoutProtocol}`];
}

function relativeDocument(column: 'lexical' | 'mobiledoc', value: string, toRelative: MapUrl): string {
  try {
    return column === 'lexical' ? mapLexicalUrls(value, toRelative) : mapMobiledocUrls(value, toRelative);
  } catch {
    return value;
  }
}
