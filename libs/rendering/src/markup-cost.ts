const TAG = /<(\/?)([a-z][a-z0-9]*|!)/gi;
const ATTRIBUTE = /[\s/]*[^\s=/>]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?/y;
/** Elements the parser opens anew in every following block until they are closed. */
const REOPENED = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
/** Elements whose end may be left out, so that an open one says nothing about depth. */
const OPTIONAL_END = new Set(
  'area base br col dd dt embed hr img input li link meta option p source td th tr wbr'.split(' '),
);

/** Attributes of one tag that are counted. */
const MOST_COUNTED = 300;

/** How much work an html text makes for a parser that follows the html standard. */
export interface MarkupCost {
  /** How many tags and comments there are. */
  tags: number;
  /** How many images there are. */
  images: number;
  /** The largest number of attributes in one tag. */
  attributes: number;
  /** The largest number of elements open at once. */
  depth: number;
  /** How many elements the parser has to add because formatting was left open. */
  reopened: number;
}

/** Estimates the cost of parsing without parsing: one pass, linear in the text's length. */
export function markupCost(html: string): MarkupCost {
  const open = new Map<string, number>();
  let depth = 0;
  let formatting = 0;
  const cost: MarkupCost = { tags: 0, images: 0, attributes: 0, depth: 0, reopened: 0 };
  for (const { 0: start, 1: slash, 2: tagName, index } of html.matchAll(TAG)) {
    cost.tags += 1;
    if (tagName === '!') continue;
    const name = (tagName ?? '').toLowerCase();
    if (name === 'img') cost.images += 1;
    cost.attributes = Math.max(cost.attributes, attributesFrom(html, index + start.length));
    const isFormatting = REOPENED.has(name);
    if (!isFormatting) cost.reopened += formatting;
    if (OPTIONAL_END.has(name)) continue;
    const before = open.get(name) ?? 0;
    if (slash !== '' && before === 0) continue;
    const change = slash === '' ? 1 : -1;
    open.set(name, before + change);
    depth += change;
    if (isFormatting) formatting += change;
    cost.depth = Math.max(cost.depth, depth);
  }
  return cost;
}

/** Counts attributes up to a number that no tag has, so that tags without an end are not read again from each of them. */
function attributesFrom(html: string, from: number): number {
  let count = 0;
  ATTRIBUTE.lastIndex = from;
  while (count <= MOST_COUNTED && ATTRIBUTE.test(html)) count += 1;
  return count;
}
