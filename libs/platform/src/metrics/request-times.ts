/** What the requests of one line of the metrics have in common. */
export interface RequestKind {
  method: string;
  route: string;
  status: number;
}

/** As many durations are put aside before they are counted. */
const MOST_PENDING = 256;

/**
 * How long requests of one kind took. A duration is put aside first and counted with many others: counting one by one costs
 * more than a short answer itself.
 */
export class RequestTimes {
  private readonly pending = new Float64Array(MOST_PENDING);
  private size = 0;

  constructor(private readonly observe: (seconds: number) => void) {}

  add(seconds: number): void {
    this.pending[this.size++] = seconds;
    if (this.size === MOST_PENDING) this.count();
  }

  /** Counts what was put aside. */
  count(): void {
    for (const seconds of this.pending.subarray(0, this.size)) this.observe(seconds);
    this.size = 0;
  }
}
