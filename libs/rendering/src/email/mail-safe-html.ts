import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { escapeAttribute, escapeText } from 'entities';
import { DomUtils, parseDocument } from 'htmlparser2';
import { markupCost } from '../markup-cost';
import { textWithoutTags } from '../plaintext/text-without-tags';
import { ALLOWED_ELEMENTS, allowedAttributes, DROPPED_ELEMENTS, safeImage, VOID_ELEMENTS } from './allowed-markup';
import { cardConverterOf } from './mail-safe-cards';
import type { Conversion } from './conversion';
import { withoutPlaceholders } from './placeholders';
import { CONTENT_WIDTH } from './styles';

/** Html beyond these limits is reduced to paragraphs of text, because the parser takes time quadratic in the depth. */
const MAX_DEPTH = 300;
const MAX_TAGS = 20_000;

/**
 * The html of a post for mail programs: without scripts, forms and frames, with absolute links, and with cards as links,
 * pictures and tables.
 * @param html the part of the post that one audience may read
 * @param conversion `scope`: the URLs of the site and of the post, against which relative URLs are resolved
 * @returns the top-level parts of the content, in their order
 */
export function mailSafeParts(html: string, { scope, texts }: Omit<Conversion, 'convert'>): string[] {
  const { maxDepth, tags } = markupCost(html);
  if (maxDepth > MAX_DEPTH || tags > MAX_TAGS) {
    return textWithoutTags(html)
      .split(/\n\s*\n/)
      .map((paragraph) => `<p>${escapeText(paragraph)}</p>`);
  }
  const conversion: Conversion = { scope, texts, convert: (nodes) => convertAll(nodes, conversion) };
  return parseWithoutPlaceholders(html)
    .children.map((node) => convert(node, conversion))
    .filter((part) => part.trim() !== '');
}

/** Parses html and removes placeholders from attributes: in the URL of a picture, they would reveal the recipient to another server. */
function parseWithoutPlaceholders(html: string): Document {
  const document = parseDocument(html);
  for (const element of DomUtils.find(isTag, document.children, true, Infinity)) {
    if (!isTag(element)) continue;
    for (const [name, value] of Object.entries(element.attribs)) element.attribs[name] = withoutPlaceholders(value);
  }
  return document;
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
  const content = convertAll(node.children, conversion);
  if (!ALLOWED_ELEMENTS.has(node.name)) return content;
  const opening = `<${node.name}${allowedAttributes(node, conversion.scope)}>`;
  return VOID_ELEMENTS.has(node.name) ? opening : `${opening}${content}</${node.name}>`;
}

/** An `img` element that is no wider than the mail; the alternative text if mail programs cannot load its URL. */
function image(element: Element, { scope }: Conversion): string {
  const { src = '', alt = '', width, title } = element.attribs;
  const url = safeImage(src, scope);
  if (url === null) return escapeText(alt);
  const pixels = Math.min(Number(width) || CONTENT_WIDTH, CONTENT_WIDTH);
  const titleAttribute = title ? ` title="${escapeAttribute(title)}"` : '';
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}" width="${pixels}"${titleAttribute}>`;
}
