/**
 * Keeps at least the `capacity` values used last, at most twice as many. Two generations, of which the older goes at once:
 * being found costs no more than a lookup, which a page does for each of hundreds of series.
 */
export class Recent<T> {
  private young = new Map<string, T>();
  private old = new Map<string, T>();

  constructor(private readonly capacity: number) {}

  get(key: string): T | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const older = this.old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: T): void {
    if (this.young.size >= this.capacity && !this.young.has(key)) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }
}
