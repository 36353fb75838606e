/** Prints the result of a command: text for people, or one JSON document for scripts. */
export class Output {
  constructor(
    private readonly isJson: boolean,
    private readonly write: (text: string) => void,
  ) {}

  /** Prints `data` with `--json`, otherwise `text`. */
  print(data: object, text: string): void {
    this.write(this.isJson ? `${JSON.stringify(data)}\n` : `${text}\n`);
  }
}
