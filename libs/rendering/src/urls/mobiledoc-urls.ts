import { isRecord, listOf, parseJsonOrUndefined } from '../json';
import { type MarkdownTotals, noMarkdown } from '../mobiledoc/document-limits';
import { depthOf, MAX_JSON_DEPTH } from '../mobiledoc/parse-mobiledoc';
import { mapHtmlUrls } from './html-urls';
import { mapMarkdownUrls } from './markdown-urls';
import { toAbsoluteUrl, toRelativeUrl, type UrlScope } from './url';

type MapUrl = (url: string) => string;
/**
 * `totals` are the sizes of all markdown that comes before the text in the document; the mapper adds those of the text. Markdown beyond the
 * limits of a document is not parsed, so URLs in its code are mapped, too.
 */
type TextMapper = (text: string, map: MapUrl, totals: MarkdownTotals) => string;

const asUrl: TextMapper = (url, map) => map(url);

/** The fields of each card whose URLs are mapped, with the function that maps them. Other cards stay unchanged. */
const cardFields: Record<string, Record<string, TextMapper>> = {
  image: { src: asUrl, href: asUrl, caption: mapHtmlUrls },
  gallery: { caption: mapHtmlUrls },
  html: { html: mapHtmlUrls },
  code: { caption: mapHtmlUrls },
  embed: { html: mapHtmlUrls, caption: mapHtmlUrls },
  bookmark: { url: asUrl, caption: mapHtmlUrls },
  markdown: { markdown: mapMarkdownUrls },
  'card-markdown': { markdown: mapMarkdownUrls },
};
const galleryImageFields: Record<string, TextMapper> = { src: asUrl, caption: mapHtmlUrls };
const bookmarkMetadataFields: Record<string, TextMapper> = { url: asUrl, icon: asUrl, thumbnail: asUrl };

/**
 * Makes the URLs in the links and cards of a serialized mobiledoc absolute.
 *
 * @param mobiledoc the serialized mobiledoc; text that is not a JSON object is returned unchanged
 */
export function mobiledocToAbsolute(mobiledoc: string, scope: UrlScope): string {
  return mapMobiledocUrls(mobiledoc, (url) => toAbsoluteUrl(url, scope));
}

/** Makes the URLs of the site relative to the root of its host. */
export function mobiledocToRelative(mobiledoc: string, siteUrl: string): string {
  // URLs of the site contain slashes (except in unusual forms such as `https:example.com`), so a document without slashes is not parsed.
  return mobiledoc.includes('/') ? mapMobiledocUrls(mobiledoc, (url) => toRelativeUrl(url, siteUrl)) : mobiledoc;
}

/**
 * Replaces the URLs in the links and cards of a serialized mobiledoc. Text that is not a JSON object, or is nested deeper than the limit of
 * a document, is returned unchanged.
 * @param map returns the new URL for each URL
 */
export function mapMobiledocUrls(source: string, map: MapUrl): string {
  const document = parseJsonOrUndefined(source);
  if (!isRecord(document)) return source;
  let isChanged = false;
  const mapAndDetectChange: MapUrl = (url) => {
    const mapped = map(url);
    isChanged ||= mapped !== url;
    return mapped;
  };
  for (const markup of listOf(document.markups)) mapMarkup(markup, mapAndDetectChange);
  const totals = noMarkdown();
  for (const card of listOf(document.cards)) mapCard(card, mapAndDetectChange, totals);
  // `JSON.stringify` is recursive, so a document that is nested too deeply would overflow the stack. The check of the document rejects it.
  return isChanged && depthOf(source) <= MAX_JSON_DEPTH ? JSON.stringify(document) : source;
}

function mapMarkup(markup: unknown, map: MapUrl): void {
  if (!Array.isArray(markup) || markup[0] !== 'a' || !Array.isArray(markup[1])) return;
  const attributes: unknown[] = markup[1];
  for (let index = 0; index + 1 < attributes.length; index += 2) {
    const value = attributes[index + 1];
    if (attributes[index] === 'href' && typeof value === 'string') attributes[index + 1] = map(value);
  }
}

function mapCard(card: unknown, map: MapUrl, totals: MarkdownTotals): void {
  if (!Array.isArray(card)) return;
  const [name, payload]: unknown[] = card;
  if (typeof name !== 'string' || !isRecord(payload) || !Object.hasOwn(cardFields, name)) return;
  mapFields(payload, cardFields[name] ?? {}, map, totals);
  if (name === 'gallery') for (const image of listOf(payload.images)) mapFields(image, galleryImageFields, map, totals);
  if (name === 'bookmark') mapFields(payload.metadata, bookmarkMetadataFields, map, totals);
}

function mapFields(target: unknown, fields: Record<string, TextMapper>, map: MapUrl, totals: MarkdownTotals): void {
  if (!isRecord(target)) return;
  for (const [field, mapText] of Object.entries(fields)) {
    const value = target[field];
    if (typeof value === 'string') target[field] = mapText(value, map, totals);
  }
}
