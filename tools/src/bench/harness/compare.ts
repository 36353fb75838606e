import { median } from './figure';

export interface Comparison {
  product: number[];
  reference: number[];
  /** Median of the ratios product / reference of all pairs. */
  ratio: number;
}

/**
 * Measures reference and product alternately (A B A B …), so that a slower machine slows both.
 * @param measures.pairs number of pairs; at least 5 for a figure that is shown
 * @param measures.warmUps number of pairs before, which are not counted: V8 compiles code during the first seconds of load
 */
export async function compare(measures: {
  reference: () => Promise<number>;
  product: () => Promise<number>;
  pairs?: number;
  warmUps?: number;
}): Promise<Comparison> {
  const { pairs = 5, warmUps = 0 } = measures;
  const comparison: Comparison = { product: [], reference: [], ratio: NaN };
  for (let pair = 0; pair < warmUps; pair++) {
    await measures.reference();
    await measures.product();
  }
  for (let pair = 0; pair < pairs; pair++) {
    comparison.reference.push(await measures.reference());
    comparison.product.push(await measures.product());
  }
  comparison.ratio = median(comparison.product.map((value, index) => value / (comparison.reference[index] ?? NaN)));
  return comparison;
}
