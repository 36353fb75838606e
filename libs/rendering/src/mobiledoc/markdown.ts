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
// Only URLs with a scheme become links, because `example.com` is often the name of a company or product.
converter.linkify.set({ fuzzyLink: false });

/**
 * Renders markdown as Ghost 3 does: with html, line breaks, automatic links, footnotes and `==marks==`; in documents of Ghost 4
 * and later also with `~sub~` and `^sup^`, and other heading ids.
 *
 * @throws ValidationError when the html would exceed the budget
 */
export function markdownToHtml(markdown: string, { budget, isGhost4 }: RenderScope): string {
  const environment = {};
  const tokens = parseWithin(budget, markdown, environment);
  if (!isGhost4) return converter.renderer.render(tokens, converter.options, environment);
  // Loaded on first use, because many sites have no document of Ghost 4.
  const renderer: typeof import('@tryghost/kg-markdown-html-renderer') = require('@tryghost/kg-markdown-html-renderer');
  return renderer.render(markdown);
}

/**
 * Renders markdown to html as Ghost 3 does, within a budget. The characters are counted before the html is created: each use of a link
 * definition repeats its URL, so short markdown can produce very long html.
 *
 * @throws ValidationError when the html would exceed the budget
 */
export function markdownToHtmlWithin(budget: HtmlBudget, markdown: string): string {
  const environment = {};
  return converter.renderer.render(parseWithin(budget, markdown, environment), converter.options, environment);
}

/** @throws ValidationError when the html of the tokens would exceed the budget */
function parseWithin(budget: HtmlBudget, markdown: string, environment: object): Token[] {
  const tokens = converter.parse(markdown, environment);
  budget.spend(sizeOf(tokens));
  return tokens;
}

/**
 * Splits markdown into its top-level blocks: paragraphs, headings, lists, … The joined blocks equal the markdown. A definition of
 * a link or footnote is part of the block before it.
 */
export function markdownBlocks(markdown: string): string[] {
  const starts = converter
    .parse(markdown, {})
    .flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 && map ? [map[0]] : []));
  const lines = markdown.split(/(?<=\n|\r(?!\n))/);
  const bounds = [0, ...new Set(starts.filter((start) => start > 0)), lines.length];
  return bounds.slice(1).map((end, index) => lines.slice(bounds[index], end).join(''));
}

/** The number of html characters of the tokens before escaping. */
function sizeOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { content, tag, attrs, children }) => {
    const attributes = (attrs ?? []).reduce((total, [name, value]) => total + name.length + value.length, 0);
    return sum + tag.length + attributes + (children ? sizeOf(children) : content.length);
  }, 0);
}

/** Heading ids consist of word characters only, as in Ghost 3, so that existing links to them keep working. */
function withHeadingIds(markdownIt: MarkdownIt): void {
  markdownIt.renderer.rules.heading_open = (tokens, index, options, _environment, self) => {
    const title = (tokens[index + 1]?.children ?? []).map((child) => child.content).join('');
    tokens[index]?.attrPush(['id', title.replace(/[^\w]/g, '').toLowerCase()]);
    return self.renderToken(tokens, index, options);
  };
}
