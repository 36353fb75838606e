/** The width of the lines, and the column at which the text starts. */
export interface WrapPosition {
  /** Maximum number of columns of a line. */
  width: number;
  /** Number of columns in use on the current line. */
  column: number;
}

/**
 * Wraps text into lines. Keeps the line breaks inside the text and one space at each end.
 * A word longer than the line gets its own line.
 *
 * @returns the text to append at `column`
 */
export function wordWrap(text: string, { width, column }: WrapPosition): string {
  const lead = text.startsWith(' ') ? ' ' : '';
  const wrapper = new Wrapper(lead, width, column + lead.length);
  for (const word of text.trim().replace(/\n/g, '\n ').split(/ +/)) wrapper.add(word);
  const wrapped = wrapper.finish();
  if (!text.endsWith(' ')) return wrapped.trimEnd();
  return wrapped.endsWith(' ') ? wrapped : `${wrapped} `;
}

/** Collects words in lines. `wrapped` is the finished text, and `line` has the words that follow it. */
class Wrapper {
  private line: string[] = [];

  constructor(
    private wrapped: string,
    private readonly width: number,
    private column: number,
  ) {}

  add(word: string): void {
    if (this.column > 0 && this.column + word.length > this.width) this.startLine();
    this.line.push(word);
    // A line break is always the last character of its word.
    if (word.endsWith('\n')) this.continueAfterBreak();
    else this.column += word.length + 1;
  }

  finish(): string {
    return this.wrapped + this.line.join(' ');
  }

  private startLine(): void {
    this.wrapped += `${this.line.join(' ')}\n`;
    this.line = [];
    this.column = 0;
  }

  private continueAfterBreak(): void {
    this.wrapped += this.line.join(' ');
    this.line = [];
    this.column = 0;
  }
}
