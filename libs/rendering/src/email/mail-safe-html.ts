import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { escapeAttribute, escapeText } from 'entities';
import { DomUtils, parseDocument } from 'htmlparser2';
import { isDeeperThan } from '../is-deeper-than';
import { markupCost } from '../markup-cost';
import { textWithoutTags } from '../plaintext/text-without-tags';
import { allowedAttributes, DROPPED_ELEMENTS, nameInMails, safeImage, VOID_ELEMENTS } from './allowed-markup';
import { cardConverterOf } from './mail-safe-cards';
import type { Conversion } from './conversion';
import { withoutPlaceholders } from './placeholders';
import { CONTENT_WIDTH } from './styles';

/** Html beyond these limits is reduced to paragraphs of text, because the parser takes time quadratic in the depth. */
const MAX_DEPTH = 300;
const MAX_TAGS = 20_000;
/**
 * In UTF-16 units of html. A mail that is too long is cut between two parts. So an element with longer html, e.g. a long list, is divided
 * into several elements, one for each part. Readers can see this: the space between two lists is larger than that between two items. So
 * the limit is high, and few posts reach it.
 */
const MAX_PART_LENGTH = 24_000;
/** Matches the parts into which a long text is divided. The flag `u` keeps surrogate pairs together. */
const TEXT_PART = /[^]{1,8000}/gu;

/**
 * The html of a post for mail programs: without scripts, forms and frames, with absolute links, and with cards as links,
 * pictures and tables.
 * @param html the part of the post that one audience may read
 * @param conversion `scope`: the URLs of the site and of the post, against which relative URLs are resolved; `texts`: the labels of links
 *   that replace cards
 * @returns the parts of the content, in their order: complete elements and text at the top level
 */
export function mailSafeParts(html: string, { scope, texts }: Omit<Conversion, 'convert'>): string[] {
  const { maxDepth, tags } = markupCost(html);
  const document = maxDepth > MAX_DEPTH || tags > MAX_TAGS ? undefined : parseWithoutPlaceholders(html);
  if (!document || isDeeperThan(MAX_DEPTH, document)) {
    return textWithoutTags(html)
      .split(/\n\s*\n/)
      .map((paragraph) => `<p>${escapeText(paragraph)}</p>`);
  }
  const conversion: Conversion = { scope, texts, convert: (nodes) => convertAll(nodes, conversion) };
  return document.children.flatMap((node) => partsOf(node, conversion)).filter((part) => part.trim() !== '');
}

/**
 * Parses html, and changes placeholders in attributes so that they are not replaced by values of the recipient. In the URL of a picture,
 * these values would reveal the recipient to another server.
 */
function parseWithoutPlaceholders(html: string): Document {
  const document = parseDocument(html);
  for (const element of DomUtils.find(isTag, document.children, true, Infinity)) {
    if (!isTag(element)) continue;
    for (const [name, value] of Object.entries(element.attribs)) element.attribs[name] = withoutPlaceholders(value);
  }
  return document;
}

/**
 * The html of a node: one part, or several parts if it is longer than {@link MAX_PART_LENGTH}. Text outside tags is divided by
 * {@link TEXT_PART}. A card or an image is never divided.
 */
function partsOf(node: ChildNode, conversion: Conversion): string[] {
  if (isText(node)) return node.data.match(TEXT_PART)?.map((text) => escapeText(text)) ?? [];
  if (!isTag(node)) return [];
  if (cardConverterOf(node) || VOID_ELEMENTS.has(node.name) || DROPPED_ELEMENTS.has(node.name))
    return [convert(node, conversion)];
  const groups = grouped(
    node.children.flatMap((child) =>
      partsOf(child, conversion).map((html, index) => ({ html, items: isListItem(child) && index === 0 ? 1 : 0 })),
    ),
  );
  if (nameInMails(node, conversion.scope) === null) return groups.map(({ html }) => html);
  if (groups.length <= 1) return [withTags(node, groups[0]?.html ?? '', conversion)];
  const start = Number.parseInt(node.attribs['start'] ?? '', 10);
  let number = Number.isNaN(start) ? 1 : start;
  return groups.map(({ html, items }) => {
    // The later parts of a numbered list continue its numbers.
    if (node.name === 'ol') node.attribs['start'] = String(number);
    number += items;
    return withTags(node, html, conversion);
  });
}

const isListItem = (node: ChildNode): boolean => isTag(node) && node.name === 'li';

/** A part of the content of an element. `items` is the number of list items that begin in it. */
interface ContentPart {
  html: string;
  items: number;
}

/** Joins neighbouring parts up to {@link MAX_PART_LENGTH}. */
function grouped(parts: readonly ContentPart[]): ContentPart[] {
  const groups: ContentPart[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && last.html.length + part.html.length <= MAX_PART_LENGTH) {
      last.html += part.html;
      last.items += part.items;
    } else groups.push({ ...part });
  }
  return groups;
}

/** The content between the tags of the element; only the content if mails do not contain the element. */
function withTags(node: Element, content: string, { scope }: Conversion): string {
  const name = nameInMails(node, scope);
  if (name === null) return content;
  const opening = `<${name}${allowedAttributes(node, scope)}>`;
  return VOID_ELEMENTS.has(name) ? opening : `${opening}${content}</${name}>`;
}

function convertAll(nodes: readonly ChildNode[], conversion: Conversion): string {
  return nodes.map((node) => convert(node, conversion)).join('');
}

function convert(node: ChildNode, conversion: Conversion): string {
  if (isText(node)) return escapeText(node.data);
  if (!isTag(node)) return '';
  const convertCard = cardConverterOf(node);
  if (convertCard) return convertCard(node, conversion);
  if (node.name === 'img') return image(node, conversion);
  if (DROPPED_ELEMENTS.has(node.name)) return '';
  return withTags(node, convertAll(node.children, conversion), conversion);
}

/** An `img` element that is no wider than the mail; the alternative text if mail programs cannot load its URL. */
function image(element: Element, { scope }: Conversion): string {
  const { src = '', alt = '', width, title } = element.attribs;
  const url = safeImage(src, scope);
  if (url === null) return escapeText(alt);
  // Without a valid `width`, mail programs show the picture in its natural width, limited by the style `max-width: 100%`.
  const pixels = Number(width?.replace(/px$/, ''));
  const widthAttribute = pixels > 0 ? ` width="${Math.min(pixels, CONTENT_WIDTH)}"` : '';
  const titleAttribute = title ? ` title="${escapeAttribute(title)}"` : '';
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${widthAttribute}${titleAttribute}>`;
}
