/** One line of the table of a benchmark: what was measured, the values, their reference, and the bar (the required value). */
export interface Figure {
  benchmark: string;
  measure: string;
  /** The values of the product in `unit`, e.g. one for each pair of measurements. */
  values: number[];
  unit: string;
  /** The reference and its values, measured in turn with those of the product. */
  reference?: { name: string; values: number[] };
  /** The required value in words, as in docs/OPERATIONS.md; `none` if the benchmark requires none. */
  bar: string;
  /** The numbers in `bar`, for the values and for the ratios. Figures close to them are printed with at least one decimal. */
  limits?: { value?: number; ratio?: number };
  /** Null if the benchmark requires no value. */
  isMet: boolean | null;
}

/** A benchmark; `npm run bench -- <name>` runs it. */
export interface Benchmark {
  name: string;
  description: string;
  run(): Promise<Figure[]>;
}

/** The median: the middle value, or the mean of the middle two. NaN without values. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
    : (sorted[Math.floor(middle)] ?? NaN);
}

/** The quantile `p` (from 0 to 1) of the values by the nearest-rank method. NaN without values. */
export function quantile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? NaN;
}

/** The ratios product / reference, one for each pair; none without a reference. */
export function ratios({ values, reference }: Pick<Figure, 'values' | 'reference'>): number[] {
  return reference ? values.map((value, index) => value / (reference.values[index] ?? NaN)) : [];
}

const QUANTILES = [0.5, 0.99, 0.999, 1];

/** A figure for each quantile of latencies in milliseconds. Only the figure of p99 has a bar, and only if `p99BarMs` is given. */
export function latencyFigures(
  benchmark: string,
  label: string,
  latencies: number[],
  { p99BarMs, quantiles = QUANTILES }: { p99BarMs?: number; quantiles?: number[] } = {},
): Figure[] {
  return quantiles.map((p) => {
    const value = quantile(latencies, p);
    const hasBar = p === 0.99 && p99BarMs !== undefined;
    const measure = `${label}: ${p === 1 ? 'max' : `p${p * 100}`}`;
    return {
      benchmark,
      measure,
      values: [value],
      unit: 'ms',
      ...(hasBar
        ? { bar: `≤ ${p99BarMs} ms`, limits: { value: p99BarMs }, isMet: value <= p99BarMs }
        : { bar: 'none', isMet: null }),
    };
  });
}
