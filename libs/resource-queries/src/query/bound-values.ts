/** Collects the parameters of one statement, whose text contains only their placeholders. */
export class BoundValues {
  readonly values: unknown[] = [];

  /** Binds a value and returns its placeholder. */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
