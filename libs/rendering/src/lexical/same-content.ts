import { Parser } from 'htmlparser2';

/** Elements that format text or make it a link. The order in which they are nested makes no difference. */
const INLINE = new Set(['a', 'strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark', 'del', 'span']);
/** Element names that mobiledocs can contain, and the names that the lexical renderer writes. */
const SYNONYMS = new Map([
  ['b', 'strong'],
  ['i', 'em'],
]);
/** Attributes that do not change what a reader sees; the renderers differ in them. */
const IGNORED_ATTRIBUTES = new Set(['loading', 'width', 'height', 'srcset', 'sizes', 'onerror']);
const HEADING = /^h[1-6]$/;
const CARD_COMMENT = /^\s*kg-card-(?:begin|end): /;

/**
 * Whether two pieces of html show the same content: the same text with the same formats and links, and the same elements with the
 * same attributes, in the same order. Heading ids, loading hints, sizes of images and the comments around cards may differ.
 */
export function hasSameContent(first: string, second: string): boolean {
  return first === second || contentOf(first) === contentOf(second);
}

function contentOf(html: string): string {
  const content = new ContentList();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => content.open(SYNONYMS.get(name) ?? name, attributes),
      onclosetag: (name) => content.close(SYNONYMS.get(name) ?? name),
      ontext: (text) => content.addText(text),
      oncomment: (comment) => content.addComment(comment),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return content.toString();
}

/** Builds a list of the texts with their formats, and of the other elements and comments, in their order. */
class ContentList {
  private readonly items: string[] = [];
  private readonly inline: { name: string; key: string }[] = [];
  private text = '';
  private formats = '';
  private isAtStart = true;
  /** The number of open `pre` elements, in which browsers show all white space. */
  private preformatted = 0;

  open(name: string, attributes: Record<string, string>): void {
    const key = `${name} ${attributesOf(name, attributes)}`;
    if (INLINE.has(name)) this.inline.push({ name, key });
    else this.addItem(name === 'br' ? '<br>' : `${this.currentFormats()}<${key}>`);
    if (name === 'pre') this.preformatted += 1;
  }

  close(name: string): void {
    if (!INLINE.has(name)) {
      this.addItem(`</${name}>`);
      if (name === 'pre') this.preformatted -= 1;
      return;
    }
    const index = this.inline.findLastIndex((each) => each.name === name);
    if (index !== -1) this.inline.splice(index, 1);
  }

  addText(text: string): void {
    const formats = this.currentFormats();
    if (formats !== this.formats) this.endText();
    this.formats = formats;
    this.text += text;
  }

  addComment(comment: string): void {
    if (!CARD_COMMENT.test(comment)) this.addItem(`<!--${comment}-->`);
  }

  toString(): string {
    this.endText();
    return JSON.stringify(this.items);
  }

  private currentFormats(): string {
    return [...new Set(this.inline.map(({ key }) => key))].sort().join(' ');
  }

  /** Adds an element or a comment. Removes the white space before it, which browsers do not show at the edges of an element. */
  private addItem(item: string): void {
    this.text = this.text.trimEnd();
    this.endText();
    this.items.push(item);
    this.isAtStart = true;
  }

  private endText(): void {
    const text = this.preformatted > 0 ? this.text : this.collapsedText();
    this.text = '';
    if (text === '') return;
    this.items.push(`${this.formats}: ${text}`);
    this.isAtStart = false;
  }

  private collapsedText(): string {
    const collapsed = this.text.replace(/\s+/g, ' ');
    return this.isAtStart ? collapsed.trimStart() : collapsed;
  }
}

function attributesOf(name: string, attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .filter(([attribute, value]) => isSignificant(name, attribute, value))
    .map(([attribute, value]) => `${attribute}=${JSON.stringify(value)}`)
    .sort()
    .join(' ');
}

function isSignificant(element: string, attribute: string, value: string): boolean {
  if (IGNORED_ATTRIBUTES.has(attribute) || (attribute === 'alt' && value === '')) return false;
  return !(attribute === 'id' && HEADING.test(element));
}
