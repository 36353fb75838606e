import { median } from './figure';

/** The values of pairs of measurements: at the same index, `product` and `reference` have the values of one pair. */
export interface Comparison {
  product: number[];
  reference: number[];
  /** The median of the ratios product / reference of all pairs. */
  ratio: number;
}

/**
 * Measures reference and product in turn (A B A B …), so that a slow phase of the machine affects both.
 * @param measures.pairs the number of pairs, 5 by default
 * @param measures.warmUps the number of pairs that are measured first but not counted, because V8 compiles code during the first seconds
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
