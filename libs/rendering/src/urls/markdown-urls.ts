import { mapHtmlUrls } from './html-urls';

/** The first or last line of a fenced code block. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** The definition of a link, `[name]: url`; not `[^1]: text`, which is a footnote. */
const REFERENCE = /^( {0,3}\[(?!\^)[^\]]+\]:\s*<?)(\S+)/;
const LINK_TARGET = /(\]\(\s*<?)([^\s()<>]+)/g;

/**
 * Replaces the URLs of links, images, link definitions and html tags in markdown by the results of
 * `map`. Fenced code blocks and Markdown links in code spans stay unchanged. Takes linear time.
 */
export function mapMarkdownUrls(markdown: string, map: (url: string) => string): string {
  // `mapLine` has already changed the URLs after `](`, also inside attributes.
  const mapAttribute = (url: string): string => (url.includes('](') ? url : map(url));
  let fence: string | undefined;
  let prose: string[] = [];
  const result: string[] = [];
  const flush = () => {
    if (prose.length > 0) result.push(mapHtmlUrls(prose.join('\n'), mapAttribute));
    prose = [];
  };
  for (const line of markdown.split('\n')) {
    const marker = FENCE.exec(line)?.[1];
    if (fence === undefined && marker === undefined) {
      prose.push(mapLine(line, map));
      continue;
    }
    flush();
    result.push(line);
    if (fence === undefined) fence = marker;
    else if (marker?.startsWith(fence) && line.trim() === marker) fence = undefined;
  }
  flush();
  return result.join('\n');
}

function mapLine(line: string, map: (url: string) => string): string {
  const mapped = line.includes(']:')
    ? line.replace(REFERENCE, (_, before: string, url: string) => before + map(url))
    : line;
  if (!mapped.includes('](')) return mapped;
  return outsideCodeSpans(mapped, (text) =>
    text.replace(LINK_TARGET, (_, before: string, url: string) => before + map(url)),
  );
}

interface BacktickRun {
  at: number;
  length: number;
}

/** Applies `change` to the text outside code spans. A code span ends at the next run of the same number of backticks. */
function outsideCodeSpans(line: string, change: (text: string) => string): string {
  const runs: BacktickRun[] = [...line.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }));
  const nextOfLength = new Map<number, number>();
  /** For each run, the index of the run that closes its code span. */
  const closing = new Array<number | undefined>(runs.length);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.length ?? 0;
    closing[index] = nextOfLength.get(length);
    nextOfLength.set(length, index);
  }
  let result = '';
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    const closingIndex = closing[index];
    const close = closingIndex === undefined ? undefined : runs[closingIndex];
    if (open === undefined || closingIndex === undefined || close === undefined) continue;
    const end = close.at + close.length;
    result += change(line.slice(from, open.at)) + line.slice(open.at, end);
    from = end;
    index = closingIndex;
  }
  return result + change(line.slice(from));
}
