/** One line of the table: what was measured, against which floor, and the bar it is held to. */
export interface Figure {
  benchmark: string;
  measure: string;
  /** The product's values, one a pair, in `unit`. */
  values: number[];
  unit: string;
  /** What the floor is, and its values in the same run, alternating with the product's. */
  floor?: { name: string; values: number[] };
  /** The bar in words, as docs/OPERATIONS.md states it. */
  bar: string;
  isMet: boolean;
}

/** A benchmark by name: `npm run bench -- <name>`. */
export interface Benchmark {
  name: string;
  description: string;
  run(): Promise<Figure[]>;
}

/** The middle of the values; the mean of the two middle ones where there is none. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
    : (sorted[Math.floor(middle)] ?? NaN);
}

/** The value below which the share `p` (0–1) of the values lies, by the nearest-rank method. */
export function quantile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? NaN;
}

/** Product over floor, pair by pair. */
export function ratios({ values, floor }: Pick<Figure, 'values' | 'floor'>): number[] {
  return floor ? values.map((value, index) => value / (floor.values[index] ?? NaN)) : [];
}

/** The quantiles of latencies at a constant rate, a line each; the bar, in milliseconds, is held to p99. */
export function latencyFigures(benchmark: string, what: string, latencies: number[], p99BarMs?: number): Figure[] {
  return [0.5, 0.99, 0.999, 1].map((p) => {
    const value = quantile(latencies, p);
    const isHeld = p === 0.99 && p99BarMs !== undefined;
    const measure = `${what}: ${p === 1 ? 'max' : `p${p * 100}`}`;
    return {
      benchmark,
      measure,
      values: [value],
      unit: 'ms',
      bar: isHeld ? `≤ ${p99BarMs} ms` : 'shown',
      isMet: !isHeld || value <= p99BarMs,
    };
  });
}
