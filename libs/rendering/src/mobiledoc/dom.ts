import type { HtmlBudget } from './document-limits';

/** The DOM methods that cards use. */
export interface CardDocument {
  createElement(tagName: string): CardElement;
  createTextNode(text: string): CardNode;
  /** A node that is printed as this html, unchanged. */
  createRawHTMLSection(html: string): CardNode;
  createComment(text: string): CardNode;
  createDocumentFragment(): CardElement;
}

export interface CardNode {
  readonly nodeType: number;
}

export interface CardElement extends CardNode {
  setAttribute(name: string, value: string): void;
  appendChild(child: CardNode): void;
}

/** The payload of a card as the client sent it; its values are not checked. */
export type CardPayload = Record<string, unknown>;

/** The state that the cards of one document share. */
export interface RenderScope {
  budget: HtmlBudget;
  /** Whether the document was written by Ghost 4 or later, whose markdown has other heading ids and more syntax. */
  isGhost4: boolean;
}

/** A card type; `render` returns null for a card without output. */
export interface Card {
  name: string;
  render(payload: CardPayload, dom: CardDocument, scope: RenderScope): CardNode | null;
}

/** Creates an element with children and attributes. Undefined and empty attributes are left out. */
export function element(
  dom: CardDocument,
  tagName: string,
  attributes: Record<string, string | undefined>,
  children: CardNode[] = [],
): CardElement {
  const result = dom.createElement(tagName);
  for (const [name, value] of Object.entries(attributes)) if (value) result.setAttribute(name, value);
  for (const child of children) result.appendChild(child);
  return result;
}

/** The value of a field as a string. Numbers are converted; other types and empty strings are undefined. */
export function readText(payload: unknown, field: string): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const value: unknown = Reflect.get(payload, field);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Creates the `figure` element of a card. @param caption html; undefined for a card without a caption */
export function figure(
  dom: CardDocument,
  className: string,
  children: CardNode[],
  caption: string | undefined,
): CardElement {
  if (caption === undefined) return element(dom, 'figure', { class: className }, children);
  const figcaption = element(dom, 'figcaption', {}, [dom.createRawHTMLSection(caption)]);
  return element(dom, 'figure', { class: `${className} kg-card-hascaption` }, [...children, figcaption]);
}
