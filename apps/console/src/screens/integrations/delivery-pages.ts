import type { Delivery } from './delivery-queries.ts';

/**
 * The deliveries of the loaded pages of results, each once. A new delivery moves the others down, so the next page can repeat some of
 * them.
 */
export function deliveriesOf(pages: readonly { deliveries: readonly Delivery[] }[]): Delivery[] {
  const deliveries = pages.flatMap((page) => page.deliveries);
  return [...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values()];
}
