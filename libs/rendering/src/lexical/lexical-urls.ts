import { isRecord, listOf, parseJsonOrUndefined } from '../json';
import { type MarkdownTotals, noMarkdown } from '../mobiledoc/document-limits';
import { depthOf, MAX_JSON_DEPTH } from '../mobiledoc/parse-mobiledoc';
import { mapHtmlUrls } from '../urls/html-urls';
import { mapMarkdownUrls } from '../urls/markdown-urls';
import { toAbsoluteUrl, toRelativeUrl, type UrlScope } from '../urls/url';
import { nodeType, type Properties, type PropertyKind } from './node-types';

type MapUrl = (url: string) => string;

const asUrl = (url: string, map: MapUrl): string => map(url);
/** `totals`: the sizes of the markdown texts of this document that are already mapped; the limits apply to the whole document. */
type TextMapper = (text: string, map: MapUrl, totals: MarkdownTotals) => string;
const mappers: Partial<Record<PropertyKind, TextMapper>> = {
  url: asUrl,
  inlineUrl: asUrl,
  styleUrl: asUrl,
  html: mapHtmlUrls,
  richText: mapHtmlUrls,
  markdown: mapMarkdownUrls,
};
/** The placeholder for the site's URL in the database and exports of Ghost, with the slash after it. JSON may write the slash as `\/`. */
const SITE_URL_PLACEHOLDER = /__GHOST_URL__(?:\\?\/)?/g;

/**
 * Makes the URLs in links and cards of a serialized lexical document absolute.
 *
 * @param document the serialized document; text that is not JSON, or has no root, is returned unchanged
 */
export function lexicalToAbsolute(document: string, scope: UrlScope): string {
  return mapLexicalUrls(document, (url) => toAbsoluteUrl(url, scope));
}

/**
 * The reverse of {@link lexicalToAbsolute}: URLs of the site become relative to its root. `__GHOST_URL__`, which Ghost writes for
 * the URL of the site, is resolved as well.
 */
export function lexicalToRelative(document: string, siteUrl: string): string {
  const resolved = withoutSiteUrlPlaceholder(document, siteUrl);
  // A URL of the site contains a slash (except in unusual forms such as `https:example.com`), so a document without one needs no change.
  return resolved.includes('/') ? mapLexicalUrls(resolved, (url) => toRelativeUrl(url, siteUrl)) : resolved;
}

/**
 * Replaces `__GHOST_URL__` in a string of any format, e.g. html, mobiledoc, lexical or a URL.
 *
 * @returns the string with URLs relative to the root, e.g. `/content/images/a.png` for `__GHOST_URL__/content/images/a.png`;
 * with a subdirectory in `siteUrl` the subdirectory stays in the path
 */
export function withoutSiteUrlPlaceholder(text: string, siteUrl: string): string {
  if (!text.includes('__GHOST_URL__')) return text;
  const directory = new URL(siteUrl).pathname.replace(/\/$/, '');
  return text.replace(SITE_URL_PLACEHOLDER, `${directory}/`);
}

/**
 * Replaces the URLs in links and cards of a serialized lexical document. Text that is not JSON, has no root, or is nested deeper than the
 * limit of a document, is returned unchanged.
 * @param map returns the new URL for each URL
 */
export function mapLexicalUrls(source: string, map: MapUrl): string {
  const document = parseJsonOrUndefined(source);
  if (!isRecord(document)) return source;
  let isChanged = false;
  const mapAndDetectChange: MapUrl = (url) => {
    const mapped = map(url);
    isChanged ||= mapped !== url;
    return mapped;
  };
  // Without recursion, because the depth is not checked yet.
  const open: unknown[] = [document.root];
  const totals = noMarkdown();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isRecord(node)) continue;
    mapNode(node, mapAndDetectChange, totals);
    for (const child of listOf(node.children)) open.push(child);
  }
  // `JSON.stringify` is recursive, so a document that is nested too deeply would overflow the stack. The check of the document rejects it.
  return isChanged && depthOf(source) <= MAX_JSON_DEPTH ? JSON.stringify(document) : source;
}

function mapNode(node: Record<string, unknown>, map: MapUrl, totals: MarkdownTotals): void {
  const type = nodeType(node.type);
  if (type === undefined) return;
  mapProperties(node, type.properties, map, totals);
  for (const [name, properties] of Object.entries(type.nested ?? {})) {
    const value = node[name];
    for (const each of Array.isArray(value) ? value : [value]) mapProperties(each, properties, map, totals);
  }
}

function mapProperties(target: unknown, properties: Properties, map: MapUrl, totals: MarkdownTotals): void {
  if (!isRecord(target)) return;
  for (const [name, kind] of Object.entries(properties)) {
    const value = Object.hasOwn(target, name) ? target[name] : undefined;
    if (typeof value === 'string') target[name] = mappers[kind]?.(value, map, totals) ?? value;
  }
}
