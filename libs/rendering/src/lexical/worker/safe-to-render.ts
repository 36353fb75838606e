import { isRecord } from '../../json';
import { prefixScriptUrl } from '../../mobiledoc/links';
import type { LexicalNode } from '../lexical-node';
import { nodeType, type Properties, type PropertyKind } from '../node-types';
import { sanitizeHtml } from './dom';

/**
 * Characters that end an attribute. The html templates of Ghost's lexical renderer do not escape an `inlineUrl`; a `url` is set as an
 * attribute of a DOM element, which needs no encoding.
 */
const ENDS_ATTRIBUTE = /[\s"'<>`]/g;
/** Characters that end an attribute, or `url(…)` in a style. */
const ENDS_STYLE_URL = /[\s"'<>`()\\]/g;

/** Also encodes the characters that `encodeURIComponent` leaves: apostrophes and parentheses. */
const percentEncode = (character: string): string =>
  /['()]/.test(character) ? `%${character.charCodeAt(0).toString(16)}` : encodeURIComponent(character);

const printers: Partial<Record<PropertyKind, (text: string) => string>> = {
  url: prefixScriptUrl,
  inlineUrl: (url) => prefixScriptUrl(url).replace(ENDS_ATTRIBUTE, percentEncode),
  styleUrl: (url) => prefixScriptUrl(url).replace(ENDS_STYLE_URL, percentEncode),
  richText: sanitizeHtml,
};

/**
 * A copy of a node and its children that is safe to print: script URLs have the prefix `unsafe:`, as in links of mobiledocs, and
 * html of the kind `richText` has no scripts. Html of the kind `html` stays as it is.
 */
export function safeToRender(node: LexicalNode): LexicalNode {
  const type = nodeType(node.type);
  const copy: LexicalNode = { ...node, ...printableProperties(node, type?.properties ?? {}) };
  for (const [name, properties] of Object.entries(type?.nested ?? {})) {
    const value = node[name];
    if (isRecord(value)) copy[name] = { ...value, ...printableProperties(value, properties) };
    else if (Array.isArray(value)) {
      copy[name] = value.map((each: unknown) =>
        isRecord(each) ? { ...each, ...printableProperties(each, properties) } : each,
      );
    }
  }
  if (node.children) copy.children = node.children.map(safeToRender);
  return copy;
}

function printableProperties(target: Record<string, unknown>, properties: Properties): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(properties)) {
    const value = target[name];
    if (kind === 'index') result[name] = Number(value ?? 0);
    else if (typeof value === 'string') result[name] = printers[kind]?.(value) ?? value;
    else if (kind === 'labels' && Array.isArray(value))
      result[name] = value.map((label) => escapeAttribute(String(label)));
    // The renderer calls methods of strings on the properties of all kinds except `number` and `flag`.
    else if (typeof value === 'number' && kind !== 'number' && kind !== 'flag') result[name] = String(value);
    else if (value === null) result[name] = undefined;
  }
  return result;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
