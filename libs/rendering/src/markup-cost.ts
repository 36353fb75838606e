const TAG = /<(\/?)([a-z][a-z0-9]*|!)/gi;
const ATTRIBUTE = /[\s/]*[^\s=/>]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?/y;
/** Elements the parser opens anew in every following block until they are closed. */
const REOPENED = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
/** Elements whose end may be left out, so that an open one says nothing about depth. */
const OPTIONAL_END = new Set(
  'area base br col dd dt embed hr img input li link meta option p source td th tr wbr'.split(' '),
);

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
  for (const { name, slash, attributes } of tagsOf(html)) {
    cost.tags += 1;
    if (name === '!') continue;
    if (name === 'img') cost.images += 1;
    cost.attributes = Math.max(cost.attributes, attributes);
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

interface Tag {
  /** In lower case; an exclamation mark for a comment. */
  name: string;
  slash: string;
  attributes: number;
}

/** The tags in order; what looks like a tag among the attributes of another is none. */
function* tagsOf(html: string): Generator<Tag> {
  let from = 0;
  for (;;) {
    TAG.lastIndex = from;
    const found = TAG.exec(html);
    if (found === null) return;
    const name = (found[2] ?? '').toLowerCase();
    let attributes = 0;
    from = TAG.lastIndex;
    ATTRIBUTE.lastIndex = from;
    while (name !== '!' && ATTRIBUTE.test(html)) {
      attributes += 1;
      from = ATTRIBUTE.lastIndex;
    }
    yield { name, slash: found[1] ?? '', attributes };
  }
}
