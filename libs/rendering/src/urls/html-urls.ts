import { ASSET_PATH, toAbsoluteUrl, toRelativeUrl, type UrlScope } from './url';

const URL_ATTRIBUTES = new Set([
  ...['href', 'src', 'poster'],
  // The video and header cards of Ghost.
  ...['data-kg-thumbnail', 'data-kg-custom-thumbnail', 'data-kg-background-image'],
]);
/** Html without a match contains no URL attribute, so it is not searched further. */
const MENTIONS_A_URL = /(?:href|src|srcset|poster|style|thumbnail|background-image)[\s=]/i;
const STYLE_URL = /(url\(\s*(?:["']|&quot;|&#39;)?)([^"'()&\s]+)/gi;
/** A `srcset` with more candidates stays unchanged, because each of its URLs would have to be parsed. */
const MAX_CANDIDATES = 100;
/** The text before a candidate, and the URL of the candidate, perhaps with commas after it. */
const CANDIDATE = /([\s,]*)([^\s,]\S*)/y;
/** Elements whose content is text for an HTML parser, even if it looks like tags. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
/** The end of a tag that closes its own element. It has this effect in SVG only; html ignores the slash. */
const SELF_CLOSED = /[\s/]*\/>/y;
/** An attribute, with the white space before it. Its name may begin with `=` (HTML standard, "before attribute name state"). */
const ATTRIBUTE = /[\s/]*(=?[^\s=/>]+|=)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y;

/**
 * Makes URLs in the attributes of html absolute: `href`, `src`, `srcset` and `poster`; `data-kg-thumbnail`,
 * `data-kg-custom-thumbnail` and `data-kg-background-image` of video and header cards; and the URLs of uploaded files in `style`.
 * The rest of the html stays byte for byte. Malformed html is no error.
 */
export function htmlToAbsolute(html: string, scope: UrlScope): string {
  if (scope.assetsOnly && !ASSET_PATH.test(html)) return html;
  return mapHtmlUrls(html, (url) => toAbsoluteUrl(url, scope));
}

/** The reverse of {@link htmlToAbsolute}: URLs of the site become relative to the root of its host. */
export function htmlToRelative(html: string, siteUrl: string): string {
  return mapHtmlUrls(html, (url) => toRelativeUrl(url, siteUrl));
}

/** Replaces the URLs in the attributes that {@link htmlToAbsolute} names by the results of `map`, in one linear pass. */
export function mapHtmlUrls(html: string, map: (url: string) => string): string {
  return MENTIONS_A_URL.test(html) ? new HtmlUrlMapper(html, map).run() : html;
}

/** Replaces URLs in one pass through html. The methods that return a number return the index to continue from; -1 at the end. */
class HtmlUrlMapper {
  private result = '';
  /** The html before this index is already in the result. */
  private copiedTo = 0;
  /** The number of `<svg>` elements around the current tag. */
  private svgDepth = 0;

  constructor(
    private readonly html: string,
    private readonly map: (url: string) => string,
  ) {}

  run(): string {
    let at = this.html.indexOf('<');
    while (at !== -1) {
      const next = this.html.startsWith('<!--', at) ? this.afterComment(at) : this.afterTag(at + 1);
      at = next === -1 ? -1 : this.html.indexOf('<', next);
    }
    return this.result + this.html.slice(this.copiedTo);
  }

  private afterComment(at: number): number {
    const end = this.html.indexOf('-->', at + 2);
    return end === -1 ? -1 : end + 3;
  }

  private afterTag(nameAt: number): number {
    if (!isLetter(this.html.charCodeAt(nameAt))) {
      if (this.html.slice(nameAt, nameAt + 4).toLowerCase() === '/svg') this.svgDepth = Math.max(0, this.svgDepth - 1);
      return nameAt;
    }
    let at = nameAt + 1;
    while (at < this.html.length && !endsTagName(this.html.charCodeAt(at))) at += 1;
    const element = this.html.slice(nameAt, at).toLowerCase();
    const end = this.html.charCodeAt(at) === GREATER_THAN ? at : this.mapAttributes(at);
    if (element === 'svg' && !this.isSelfClosed(end)) this.svgDepth += 1;
    if (!RAW_TEXT.has(element)) return end;
    const isEmpty = this.svgDepth > 0 && this.isSelfClosed(end);
    return isEmpty ? end : this.afterRawText(element, end);
  }

  private isSelfClosed(attributesEnd: number): boolean {
    SELF_CLOSED.lastIndex = attributesEnd;
    return SELF_CLOSED.test(this.html);
  }

  private afterRawText(element: string, from: number): number {
    const close = new RegExp(`</${element}(?=[\\s/>])`, 'gi');
    close.lastIndex = from;
    return close.test(this.html) ? close.lastIndex : -1;
  }

  private mapAttributes(from: number): number {
    let at = from;
    for (;;) {
      ATTRIBUTE.lastIndex = at;
      const match = ATTRIBUTE.exec(this.html);
      if (match === null) return at;
      at = ATTRIBUTE.lastIndex;
      const value = match[2] ?? match[3] ?? match[4];
      const isQuoted = match[4] === undefined;
      if (value !== undefined && value !== '') this.mapAttribute(match[1] ?? '', value, isQuoted ? at - 1 : at);
    }
  }

  private mapAttribute(name: string, value: string, valueEnd: number): void {
    const attribute = name.toLowerCase();
    const mapped = mapValue(attribute, value, this.map);
    if (mapped === value) return;
    this.result += this.html.slice(this.copiedTo, valueEnd - value.length) + mapped;
    this.copiedTo = valueEnd;
  }
}

// Character codes.
const GREATER_THAN = 0x3e;
const SLASH = 0x2f;
const SPACE = 0x20;

function isLetter(code: number): boolean {
  // Bit 0x20 is the difference between upper and lower case; 0x61 to 0x7a are the letters a to z.
  const lowerCase = code | 0x20;
  return lowerCase >= 0x61 && lowerCase <= 0x7a;
}

function endsTagName(code: number): boolean {
  return code === GREATER_THAN || code === SLASH || code <= SPACE;
}

function mapValue(attribute: string, value: string, map: (url: string) => string): string {
  if (attribute === 'srcset') return mapSrcset(value, map);
  if (attribute === 'style') return mapStyle(value, map);
  return URL_ATTRIBUTES.has(attribute) ? map(value) : value;
}

function mapStyle(style: string, map: (url: string) => string): string {
  if (!ASSET_PATH.test(style)) return style;
  return style.replace(STYLE_URL, (text, before: string, url: string) =>
    ASSET_PATH.test(url) ? before + map(url) : text,
  );
}

/** Maps the URL of each candidate. A URL ends at white space, because it can contain commas (HTML standard, "parse a srcset attribute"). */
function mapSrcset(srcset: string, map: (url: string) => string): string {
  let result = '';
  let at = 0;
  for (let count = 0; count <= MAX_CANDIDATES; count += 1) {
    CANDIDATE.lastIndex = at;
    const [candidate, separator = '', text = ''] = CANDIDATE.exec(srcset) ?? [];
    if (candidate === undefined) return result + srcset.slice(at);
    const url = withoutCommasAtEnd(text);
    at = CANDIDATE.lastIndex;
    // A comma after the URL ends the candidate. Without it, a descriptor such as `2x` may follow.
    const descriptorEnd = url === text ? endOfDescriptor(srcset, at) : at;
    result += separator + map(url) + text.slice(url.length) + srcset.slice(at, descriptorEnd);
    at = descriptorEnd;
  }
  return srcset;
}

function withoutCommasAtEnd(text: string): string {
  let end = text.length;
  while (text.endsWith(',', end)) end -= 1;
  return text.slice(0, end);
}

function endOfDescriptor(srcset: string, from: number): number {
  const comma = srcset.indexOf(',', from);
  return comma === -1 ? srcset.length : comma;
}
