import { isInline } from './inline-elements';

const BEGIN = /^\s*kg-card-begin: /;
const END = /^\s*kg-card-end: /;
const COMMENT_NODE = 8;
const ELEMENT_NODE = 1;

/**
 * Splits html into parts that can be converted separately: a block element, a line of texts and inline elements, or a card, i.e. its two
 * comments `kg-card-begin` and `kg-card-end` and the nodes between them.
 */
export function partsOf(body: Element): Node[][] {
  const parts: Node[][] = [];
  let isInCard = false;
  let isInLine = false;
  for (const node of body.childNodes) {
    const comment = node.nodeType === COMMENT_NODE ? (node.nodeValue ?? '') : '';
    const isLine = comment === '' && (!isElement(node) || isInline(node));
    const last = parts.at(-1);
    if (last !== undefined && (isInCard || (isLine && isInLine))) last.push(node);
    else parts.push([node]);
    isInLine = isLine && !isInCard;
    if (BEGIN.test(comment)) isInCard = true;
    else if (END.test(comment)) isInCard = false;
  }
  return parts;
}

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT_NODE;
}
