/** Collects the values of one statement; what stands in its text are placeholders only. */
export class BoundValues {
  readonly values: unknown[] = [];

  /** Binds a value and gives its placeholder. */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
