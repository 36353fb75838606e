const TRAILING_SPACE = /\s$/;

/** A string builder that knows the column at the end of its text, and whether the text ends with white space. */
export class TextFlow {
  private text = '';
  private last = '';
  /** Number of characters on the last line. */
  column = 0;

  append(piece: string): void {
    if (piece === '') return;
    this.text += piece;
    this.last = piece.slice(-1);
    const lineBreak = piece.lastIndexOf('\n');
    this.column = lineBreak === -1 ? this.column + piece.length : piece.length - lineBreak - 1;
  }

  endsWithSpace(): boolean {
    return TRAILING_SPACE.test(this.last);
  }

  toString(): string {
    return this.text;
  }
}
