import { isRecord } from '../json';
import type { NodeType, Properties, PropertyKind } from './node-types';

/** Throws the error for a property. `problem` follows the name of the property, e.g. `is not a heading`. */
type Reject = (name: string, problem: string) => never;

/** Colours, widths and other keywords, without characters that could end an attribute, a declaration or a tag. */
const TOKEN = /^[\w\s#%(),.-]*$/;
/** Member segments of Ghost, e.g. `status:free,status:-free`. */
const SEGMENT = /^[\w\s:,+-]*$/;
/** A number as a string, also with the unit `px`; at most 12 digits before and 12 after the decimal point. */
const NUMERIC = /^\d{0,12}(?:\.\d{1,12})?(?:px)?$/;
const LARGEST_NUMBER = 1e12;
/**
 * The indent of a list item is the level of its list. No real indent is larger, because 100 nested lists would exceed `MAX_JSON_DEPTH`.
 * Fractions are invalid: `ListItemNode.setIndent` nests the item step by step until the level equals the indent, so it would never end.
 */
const MAX_LIST_INDENT = 100;
/** The largest accepted row number of a gallery image. */
const MAX_GALLERY_ROW = 100;
const MAX_LABELS = 100;

/** Whether a value can be printed as text. */
const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const isToken = (value: unknown): boolean => isText(value) && TOKEN.test(String(value));
const isNumber = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value) && Math.abs(value) <= LARGEST_NUMBER
    : typeof value === 'string' && NUMERIC.test(value);
/** Whether a value is absent or empty, or an integer from 0 to `maximum`, also as a string. */
const isWithin = (value: unknown, maximum: number): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isText(value) && Number.isInteger(Number(value)) && Number(value) >= 0 && Number(value) <= maximum);

const checks: Record<PropertyKind, { isValid: (value: unknown) => boolean; expected: string }> = {
  url: { isValid: isText, expected: 'a URL' },
  inlineUrl: { isValid: isText, expected: 'a URL' },
  styleUrl: { isValid: isText, expected: 'a URL' },
  html: { isValid: isText, expected: 'html' },
  richText: { isValid: isText, expected: 'html' },
  markdown: { isValid: (value) => typeof value === 'string', expected: 'markdown' },
  text: { isValid: isText, expected: 'text' },
  token: { isValid: isToken, expected: 'a colour or keyword' },
  number: { isValid: isNumber, expected: 'a number' },
  index: { isValid: (value) => isWithin(value, MAX_GALLERY_ROW), expected: `a row from 0 to ${MAX_GALLERY_ROW}` },
  flag: { isValid: (value) => typeof value === 'boolean' || isNumber(value), expected: 'true or false' },
  labels: { isValid: (value) => isLabels(value), expected: 'a list of labels' },
  any: { isValid: () => true, expected: 'a value' },
};

/**
 * Requires the properties of a node to have the kinds that its type defines. An absent property and null are valid, except for
 * `tag` of a heading and `listType` of a list.
 */
export function assertProperties(
  node: Record<string, unknown>,
  { properties, nested }: NodeType,
  reject: Reject,
): void {
  assertKinds(node, properties, '', reject);
  for (const [name, inner] of Object.entries(nested ?? {})) {
    const value = node[name];
    if (value === undefined || value === null) continue;
    if (!Array.isArray(value) && !isRecord(value)) reject(name, 'is not an object');
    for (const [index, each] of (Array.isArray(value) ? value : [value]).entries()) {
      const path = Array.isArray(value) ? `${name}[${index}]` : name;
      if (isRecord(each)) assertKinds(each, inner, `${path}.`, reject);
      else reject(path, 'is not an object');
    }
  }
  assertStructure(node, reject);
}

function assertKinds(target: Record<string, unknown>, properties: Properties, path: string, reject: Reject): void {
  for (const [name, kind] of Object.entries(properties)) {
    const value = Object.hasOwn(target, name) ? target[name] : undefined;
    if (value === undefined || value === null) continue;
    if (!checks[kind].isValid(value)) reject(`${path}${name}`, `is not ${checks[kind].expected}`);
  }
}

/** Checks the properties that decide which elements a renderer creates, and how many. */
function assertStructure(node: Record<string, unknown>, reject: Reject): void {
  const { type, tag, listType, indent, format } = node;
  if ((type === 'heading' || type === 'extended-heading') && !/^h[1-6]$/.test(String(tag)))
    reject('tag', 'is not a heading');
  if (type === 'list' && !['bullet', 'number', 'check'].includes(String(listType))) reject('listType', 'is unknown');
  if (type === 'listitem' && !isWithin(indent, MAX_LIST_INDENT))
    reject('indent', `is not an integer from 0 to ${MAX_LIST_INDENT}`);
  // When Lexical converts html, it divides the CSS property `text-indent` by 20. So the indent of a paragraph can be a fraction.
  if (indent !== undefined && indent !== null && !isNumber(indent)) reject('indent', 'is not a number');
  if (format !== undefined && format !== null && !isToken(format)) reject('format', 'is unknown');
  if (!isVisibility(node.visibility)) reject('visibility', 'is invalid');
}

function isLabels(value: unknown): boolean {
  return Array.isArray(value) && value.length <= MAX_LABELS && value.every((label) => typeof label === 'string');
}

/**
 * Whether a value is a valid `visibility` of a card: flags and member segments, e.g.
 * `status:free`. They can be nested in objects, e.g. separately for the web and for mails.
 */
function isVisibility(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return true;
  if (typeof value === 'string') return SEGMENT.test(value);
  return isRecord(value) && Object.values(value).every(isVisibility);
}
