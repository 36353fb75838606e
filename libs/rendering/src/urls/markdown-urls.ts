import { measureMarkdown, noMarkdown, type MarkdownTotals } from '../mobiledoc/document-limits';
import { splitMarkdownLines } from '../mobiledoc/markdown';
import { mapHtmlUrls } from './html-urls';

/** Markdown without a match contains no code, so it need not be split into code and text, which takes longer. */
const MAY_CONTAIN_CODE = /[`\t]|~~~| {4}/;
/** The definition of a link, `[name]: url`; not `[^1]: text`, which is a footnote. */
const DEFINITION = /^( {0,3}\[(?!\^)[^\]\n]+\]:[^\S\n]*<?)([^\s<>]+)/gm;
const LINK_TARGET = /(\]\(\s*<?)([^\s()<>]+)/g;
/** An escaped character, an html tag or a run of backticks. Backticks in a tag are no code span if the tag starts before them. */
const ESCAPE_TAG_OR_BACKTICKS =
  /\\[\\`<]|<\/?[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>|`+/gi;

/**
 * Replaces the URLs of links, images, link definitions and html tags in markdown by the results of `map`. A definition must be on one
 * line, outside quotes. Code blocks and code spans stay unchanged. In markdown that exceeds a limit of documents, code is not recognized,
 * because parsing would take too long.
 *
 * @param totals the sizes of the markdown that earlier calls have mapped in this document; this call adds those of `markdown`
 */
export function mapMarkdownUrls(
  markdown: string,
  map: (url: string) => string,
  totals: MarkdownTotals = noMarkdown(),
): string {
  const mapTarget = (_: string, before: string, url: string): string => before + map(url);
  // `mapTarget` has already changed the URLs after `](`, also inside attributes.
  const mapAttribute = (url: string): string => (url.includes('](') ? url : map(url));
  const mapText = (text: string): string => mapHtmlUrls(text.replace(LINK_TARGET, mapTarget), mapAttribute);
  const mapLines = (lines: string): string => mapText(lines.replace(DEFINITION, mapTarget));
  const isTooLarge = measureMarkdown(totals, markdown) !== undefined;
  if (isTooLarge || !MAY_CONTAIN_CODE.test(markdown)) return mapLines(markdown);
  const sections = splitMarkdownLines(markdown).map(({ kind, lines }) => {
    if (kind === 'code') return lines;
    return kind === 'text' ? outsideCodeSpans(lines, mapText) : mapLines(lines);
  });
  return sections.join('');
}

/** Applies `change` to the text outside code spans. A code span ends at the next run of the same number of backticks. */
function outsideCodeSpans(text: string, change: (part: string) => string): string {
  const runs = backtickRuns(text);
  let result = '';
  let copiedTo = 0;
  let at = 0;
  for (;;) {
    ESCAPE_TAG_OR_BACKTICKS.lastIndex = at;
    const match = ESCAPE_TAG_OR_BACKTICKS.exec(text);
    if (match === null) return result + change(text.slice(copiedTo));
    at = match.index + match[0].length;
    const closing = match[0].startsWith('`') ? nextRun(runs.get(match[0].length), at) : undefined;
    if (closing === undefined) continue;
    at = closing + match[0].length;
    result += change(text.slice(copiedTo, match.index)) + text.slice(match.index, at);
    copiedTo = at;
  }
}

/** The positions of the runs of backticks by their length, the last position first. */
function backtickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse()) {
    const positions = runs.get(run.length);
    if (positions === undefined) runs.set(run.length, [index]);
    else positions.push(index);
  }
  return runs;
}

/** The first of `positions` that is not before `from`. Removes the positions before it, because later calls have a greater `from`. */
function nextRun(positions: number[] = [], from: number): number | undefined {
  while (positions.length > 0 && Number(positions.at(-1)) < from) positions.pop();
  return positions.at(-1);
}
