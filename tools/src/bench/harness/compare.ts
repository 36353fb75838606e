import { median } from './figure';

export interface Comparison {
  product: number[];
  floor: number[];
  /** Median of product over floor, pair by pair. */
  ratio: number;
}

/**
 * Measures floor and product in turn (A B A B …), so that a machine that slows down slows both.
 * @param measures.pairs how many times; at least 5 for a figure that is shown
 * @param measures.warmUps how many pairs go ahead uncounted: a process compiles what it runs during the first seconds of load
 */
export async function compare(measures: {
  floor: () => Promise<number>;
  product: () => Promise<number>;
  pairs?: number;
  warmUps?: number;
}): Promise<Comparison> {
  const { pairs = 5, warmUps = 0 } = measures;
  const comparison: Comparison = { product: [], floor: [], ratio: NaN };
  for (let pair = 0; pair < warmUps; pair++) {
    await measures.floor();
    await measures.product();
  }
  for (let pair = 0; pair < pairs; pair++) {
    comparison.floor.push(await measures.floor());
    comparison.product.push(await measures.product());
  }
  comparison.ratio = median(comparison.product.map((value, index) => value / (comparison.floor[index] ?? NaN)));
  return comparison;
}
