import type { HtmlBudget } from './document-limits';

/** The part of the document that the cards build their output with. */
export interface CardDocument {
  createElement(tagName: string): CardElement;
  createTextNode(text: string): CardNode;
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

/** A card's payload as the client sent it: nothing in it can be relied on. */
export type CardPayload = Record<string, unknown>;

/** One kind of card; `render` gives null when there is nothing to show. */
export interface Card {
  name: string;
  render(payload: CardPayload, dom: CardDocument, budget: HtmlBudget): CardNode | null;
}

/** An element with attributes (those undefined or empty are left out) and children. */
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

/** Reads a field as text; numbers count as text, everything else as absent. */
export function text(payload: unknown, field: string): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const value: unknown = Reflect.get(payload, field);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The figure around a card, with its caption (html) when there is one. */
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
