import { median } from './figure';

export interface Comparison {
  product: number[];
  floor: number[];
  /** Median of product over floor, pair by pair. */
  ratio: number;
}

/**
 * Measures floor and product in turn (A B A B …), so that a machine that slows down slows both.
 * @param pairs how many times; at least 5 for a figure that is shown
 */
export async function compare(measures: {
  floor: () => Promise<number>;
  product: () => Promise<number>;
  pairs?: number;
}): Promise<Comparison> {
  const { pairs = 5 } = measures;
  const comparison: Comparison = { product: [], floor: [], ratio: NaN };
  for (let pair = 0; pair < pairs; pair++) {
    comparison.floor.push(await measures.floor());
    comparison.product.push(await measures.product());
  }
  comparison.ratio = median(comparison.product.map((value, index) => value / (comparison.floor[index] ?? NaN)));
  return comparison;
}
