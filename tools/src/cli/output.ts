/** Prints the results of commands: as text, or with `--json` as JSON, one document in each line. */
export class Output {
  /** @param isJson whether the option `--json` is set */
  constructor(
    private readonly isJson: boolean,
    private readonly write: (text: string) => void,
  ) {}

  /** Prints `data` with `--json`, otherwise `text`. */
  print(data: object, text: string): void {
    this.write(this.isJson ? `${JSON.stringify(data)}\n` : `${text}\n`);
  }
}
