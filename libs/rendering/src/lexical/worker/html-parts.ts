import { isInline } from './inline-elements';

const BEGIN = /^\s*kg-card-begin: /;
const END = /^\s*kg-card-end: /;
/** Comments with a meaning, e.g. the paywall. They end a line. */
const MEANINGFUL = /^\s*(?:kg-|members-only\s*$)/;
const COMMENT_NODE = 8;
const ELEMENT_NODE = 1;

/**
 * Splits html into parts that can be converted separately: a block element; a line of texts, inline elements and the comments between
 * them; a comment that is not in a line; or a card, i.e. its two comments `kg-card-begin` and `kg-card-end` and the nodes between them.
 */
export function partsOf(body: Element): Node[][] {
  const parts: Node[][] = [];
  let isInCard = false;
  let isInLine = false;
  /** Comments and white space after a line. They belong to it if the line continues. */
  let afterLine: Node[] = [];
  const endLine = (): void => {
    for (const node of afterLine) parts.push([node]);
    afterLine = [];
    isInLine = false;
  };
  for (const node of body.childNodes) {
    const comment = isComment(node) ? (node.nodeValue ?? '') : '';
    if (isInCard) {
      parts.at(-1)?.push(node);
      isInCard = !END.test(comment);
    } else if (MEANINGFUL.test(comment) || (isElement(node) && !isInline(node))) {
      endLine();
      parts.push([node]);
      isInCard = BEGIN.test(comment);
    } else if (isInLine && (isComment(node) || (afterLine.length > 0 && isBlank(node)))) {
      afterLine.push(node);
    } else if (isInLine) {
      for (const one of [...afterLine, node]) parts.at(-1)?.push(one);
      afterLine = [];
    } else {
      parts.push([node]);
      isInLine = !isComment(node);
    }
  }
  endLine();
  return parts;
}

const isComment = (node: Node): boolean => node.nodeType === COMMENT_NODE;
const isBlank = (node: Node): boolean => !isElement(node) && (node.nodeValue ?? '').trim() === '';

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT_NODE;
}
