/** Collects the values of one statement; its text has placeholders only. */
export class BoundValues {
  readonly values: unknown[] = [];

  /** Binds a value and returns its placeholder. */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
