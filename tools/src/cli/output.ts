/** Where a command's outcome goes: sentences for people, one JSON document for scripts. */
export class Output {
  constructor(
    private readonly isJson: boolean,
    private readonly write: (text: string) => void,
  ) {}

  /** The outcome of the command: `events` with `--json`, else `text`. */
  result(outboxEvents: object, text: string): void {
    this.write(this.isJson ? `${JSON.stringify(outboxEvents)}\n` : `${text}\n`);
  }
}
