import MarkdownIt, { type Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import lazyHeaders from 'markdown-it-lazy-headers';
import mark from 'markdown-it-mark';
import type { HtmlBudget } from './document-limits';
import type { RenderScope } from './dom';

const converter = new MarkdownIt({ html: true, breaks: true, linkify: true })
  .use(footnote)
  .use(lazyHeaders)
  .use(mark)
  .use(withHeadingIds);
// `example.com` does not become a link, because it is often the name of a company or product.
converter.linkify.set({ fuzzyLink: false });

/**
 * Renders markdown as Ghost 3 does: with html, line breaks, automatic links, footnotes and `==marks==`; in documents of Ghost 4
 * and later also with `~sub~` and `^sup^`, and other heading ids.
 *
 * @throws ValidationError when the html would exceed the budget
 */
export function markdownToHtml(markdown: string, { budget, isGhost4 }: RenderScope): string {
  const environment = {};
  const tokens = converter.parse(markdown, environment);
  // Before the html is created: each use of a link definition repeats its URL, so short markdown can produce very long html.
  spendOn(budget, tokens);
  if (!isGhost4) return converter.renderer.render(tokens, converter.options, environment);
  // Loaded on first use, because many sites have no document of Ghost 4.
  const renderer: typeof import('@tryghost/kg-markdown-html-renderer') = require('@tryghost/kg-markdown-html-renderer');
  return renderer.render(markdown);
}

/**
 * Splits markdown into its top-level blocks: paragraphs, headings, lists, … The joined blocks equal the markdown. A definition of
 * a link or footnote is part of the block before it.
 */
export function markdownBlocks(markdown: string): string[] {
  const starts = converter
    .parse(markdown, {})
    .flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 && map ? [map[0]] : []));
  const lines = linesOf(markdown);
  const bounds = [0, ...new Set(starts.filter((start) => start > 0)), lines.length];
  return bounds.slice(1).map((end, index) => lines.slice(bounds[index], end).join(''));
}

/** Consecutive lines of markdown. */
export interface MarkdownLines {
  /** `text` can contain code spans: a paragraph, a heading or the row of a table. `other` is e.g. html or a blank line. */
  kind: 'code' | 'text' | 'other';
  lines: string;
}

const LINE_KINDS: Readonly<Record<string, MarkdownLines['kind']>> = {
  fence: 'code',
  code_block: 'code',
  inline: 'text',
  tr_open: 'text',
};

/** Splits markdown into lines of code, text and others, without parsing the text. The joined lines equal the markdown. */
export function splitMarkdownLines(markdown: string): MarkdownLines[] {
  const tokens: Token[] = [];
  converter.block.parse(markdown.replace(/\r\n?/g, '\n'), converter, {}, tokens);
  const lines = linesOf(markdown);
  const result: MarkdownLines[] = [];
  let next = 0;
  const add = (kind: MarkdownLines['kind'], end: number): void => {
    if (end > next) result.push({ kind, lines: lines.slice(next, end).join('') });
    next = Math.max(next, end);
  };
  for (const { type, map } of tokens) {
    const kind = LINE_KINDS[type];
    if (kind === undefined || !map) continue;
    add('other', map[0]);
    add(kind, map[1]);
  }
  add('other', lines.length);
  return result;
}

/** The lines with their line ends. */
function linesOf(markdown: string): string[] {
  return markdown.split(/(?<=\n|\r(?!\n))/);
}

/** The characters `<` and `>` of a tag. */
const TAG_CHARACTERS = 2;
/** A space, `=` and two quotes. */
const ATTRIBUTE_CHARACTERS = 4;

/**
 * Spends the characters of the html that the tokens become. Some are not counted, e.g. line breaks, heading ids and links of footnotes.
 * @throws ValidationError as soon as the budget is exceeded
 */
function spendOn(budget: HtmlBudget, tokens: readonly Token[]): void {
  for (const { type, content, tag, attrs, children } of tokens) {
    if (tag !== '') budget.spend(tag.length + TAG_CHARACTERS);
    for (const [name, value] of attrs ?? []) budget.spend(name.length + ATTRIBUTE_CHARACTERS + escapedLength(value));
    if (children) spendOn(budget, children);
    else budget.spend(type.startsWith('html') ? content.length : escapedLength(content));
  }
}

function escapedLength(text: string): number {
  return converter.utils.escapeHtml(text).length;
}

/** Heading ids consist of word characters only, as in Ghost 3, so that existing links to them keep working. */
function withHeadingIds(markdownIt: MarkdownIt): void {
  markdownIt.renderer.rules.heading_open = (tokens, index, options, _environment, self) => {
    const title = (tokens[index + 1]?.children ?? []).map((child) => child.content).join('');
    tokens[index]?.attrPush(['id', title.replace(/[^\w]/g, '').toLowerCase()]);
    return self.renderToken(tokens, index, options);
  };
}
