const TAG = /<(\/?)([a-z][a-z0-9]*|!)/gi;
const ATTRIBUTE = /[\s/]*[^\s/>][^\s=/>]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?/y;
/** Formatting elements. An HTML parser opens them again in every following block until they are closed. */
const REOPENED = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
/** Elements that do not end an open paragraph. */
const INLINE = new Set([...REOPENED, ...'br del img mark span sub sup'.split(' ')]);
/** Elements without an end tag, or with an optional one. They are not counted in the depth. */
const OPTIONAL_END = new Set(
  'area base br col dd dt embed hr img input li link meta option p param rp rt source td th tr track wbr'.split(' '),
);

/** Numbers that determine how long an HTML parser takes. */
export interface MarkupCost {
  /** The number of tags and comments. */
  tags: number;
  /** The number of images. */
  images: number;
  /** The largest number of attributes in one tag. */
  maxAttributes: number;
  /** The number of attributes of all tags. */
  totalAttributes: number;
  /** The number of top-level elements. */
  roots: number;
  /**
   * An estimate of the largest number of elements that are open at the same time, without those of {@link OPTIONAL_END}. End tags in
   * comments are counted, so the real number can be larger.
   */
  maxDepth: number;
  /** The number of times that the parser opens a formatting element again because it was not closed. */
  reopened: number;
}

/** Estimates the cost of parsing html, in one linear pass. */
export function markupCost(html: string): MarkupCost {
  /** The number of open elements by name. */
  const open = new Map<string, number>();
  let depth = 0;
  let openFormatting = 0;
  let isInParagraph = false;
  const cost: MarkupCost = {
    tags: 0,
    images: 0,
    maxAttributes: 0,
    totalAttributes: 0,
    roots: 0,
    maxDepth: 0,
    reopened: 0,
  };
  for (const { name, slash, attributes } of tagsOf(html)) {
    cost.tags += 1;
    if (name === '!') continue;
    if (name === 'img') cost.images += 1;
    cost.maxAttributes = Math.max(cost.maxAttributes, attributes);
    cost.totalAttributes += attributes;
    const isFormatting = REOPENED.has(name);
    if (!isFormatting) cost.reopened += openFormatting;
    if (!INLINE.has(name) || !isInParagraph) {
      if (depth === 0 && slash === '') cost.roots += 1;
      isInParagraph = name === 'p' && slash === '';
    }
    if (OPTIONAL_END.has(name)) continue;
    const openBefore = open.get(name) ?? 0;
    if (slash !== '' && openBefore === 0) continue;
    const change = slash === '' ? 1 : -1;
    open.set(name, openBefore + change);
    depth += change;
    if (isFormatting) openFormatting += change;
    cost.maxDepth = Math.max(cost.maxDepth, depth);
  }
  return cost;
}

interface Tag {
  /** In lower case; `!` for a comment. */
  name: string;
  /** `/` for an end tag, otherwise empty. */
  slash: string;
  /** The number of attributes. */
  attributes: number;
}

/** Yields the tags in order. Text that looks like a tag inside the attributes of another tag is skipped. */
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
