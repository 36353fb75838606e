/** The characters that can precede a value. `,` and `+` separate the values of a list: `[a,b]` (any of them), `[a+b]` (all of them). */
const valueStart = new Set([':', '[', ',', '-', '>', '<', '=', '+']);
/** The characters that can follow a value. */
const valueEnd = new Set([',', ')', ']', '+']);
/** The characters that end a word. */
const delimiters = new Set([...`'"+,()><=[]~ \t\n\r\f\v`]);

/** The end of the quoted string that starts at `start`; the end of the filter if the string is not closed. */
function endOfString(filter: string, start: number): number {
  for (let index = start + 1; index < filter.length; index++) {
    if (filter[index] === '\\') index++;
    else if (filter[index] === "'") return index + 1;
  }
  return filter.length;
}

/** The end of the word that starts at `start`; `start` itself if no word starts there. */
function endOfWord(filter: string, start: number): number {
  let index = start;
  while (index < filter.length && !delimiters.has(filter.charAt(index))) index += filter[index] === '\\' ? 2 : 1;
  return Math.min(index, filter.length);
}

const WORD_PARTS = /^([a-zA-Z_][a-zA-Z0-9_.]*:)?(-?)(.*)$/s;

/**
 * Quotes the value in a word if it needs quotes. A word has a key, a negation and a value, each optional: `key:-value`.
 * @param before the last character before the word that is not white space; '' at the start of the filter
 * @param after the next character after the word that is not white space; '' at the end of the filter
 */
function quoteWord(word: string, before: string, after: string): string {
  const [, key = '', negation = '', value = ''] = WORD_PARTS.exec(word) ?? [];
  const start = negation || (key ? ':' : before);
  const standsAlone = valueStart.has(start) && (after === '' || valueEnd.has(after));
  const needsQuotes = /^\d+(\.\d+)?$/.test(value) || (value.length === 1 && value !== '\\');
  return standsAlone && needsQuotes ? `${key}${negation}'${value}'` : word;
}

/**
 * Puts quotes around the unquoted values that the lexer of NQL reads wrongly. The lexer has no rule for a value of one character before
 * `,`, `)` or `]`, e.g. in `tag:[a,b]`. It reads digits as a number, which loses leading zeros, and is not exact beyond 2^53.
 * @param filter a filter in NQL, valid or not
 */
export function quoteBareValues(filter: string): string {
  let result = '';
  // The last character before the token that is not white space.
  let before = '';
  for (let index = 0; index < filter.length;) {
    const isString = filter[index] === "'";
    const end = Math.max(isString ? endOfString(filter, index) : endOfWord(filter, index), index + 1);
    const token = filter.slice(index, end);
    const isWord = !isString && !delimiters.has(token.charAt(0));
    result += isWord ? quoteWord(token, before, filter.slice(end).trimStart().charAt(0)) : token;
    before = token.trimEnd().at(-1) ?? before;
    index = end;
  }
  return result;
}
