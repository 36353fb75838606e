const WHITE_SPACE = /\s/;

/** A string builder that knows the column at the end of its text, and whether the text ends with white space. */
export class TextFlow {
  private text = '';
  private lastCharacter = '';
  /** Number of characters on the last line. */
  column = 0;

  append(piece: string): void {
    if (piece === '') return;
    this.text += piece;
    this.lastCharacter = piece.slice(-1);
    const lineBreak = piece.lastIndexOf('\n');
    this.column = lineBreak === -1 ? this.column + piece.length : piece.length - lineBreak - 1;
  }

  endsWithSpace(): boolean {
    return WHITE_SPACE.test(this.lastCharacter);
  }

  toString(): string {
    return this.text;
  }
}
