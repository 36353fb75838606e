const BEGIN = /^\s*kg-card-begin: /;
const END = /^\s*kg-card-end: /;
const COMMENT_NODE = 8;
const ELEMENT_NODE = 1;
/** Elements that form a line of text together with their neighbours. */
const INLINE = new Set(
  'A ABBR B BR CITE CODE DEL DFN EM I IMG INS KBD LABEL MARK Q S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME U VAR'.split(
    ' ',
  ),
);

/**
 * Splits html into parts that can be converted separately: a block element, a line of texts and inline elements, or the nodes
 * between the comments of a card.
 */
export function partsOf(body: Element): Node[][] {
  const parts: Node[][] = [];
  let isInCard = false;
  let isInLine = false;
  for (const node of body.childNodes) {
    const comment = node.nodeType === COMMENT_NODE ? (node.nodeValue ?? '') : '';
    const isLine = comment === '' && (node.nodeType !== ELEMENT_NODE || INLINE.has(node.nodeName));
    const last = parts.at(-1);
    if (last !== undefined && (isInCard || (isLine && isInLine))) last.push(node);
    else parts.push([node]);
    isInLine = isLine && !isInCard;
    if (BEGIN.test(comment)) isInCard = true;
    else if (END.test(comment)) isInCard = false;
  }
  return parts;
}
