import type { Delivery } from './delivery-queries.ts';

/**
 * The deliveries of the loaded pages of results, without duplicates. New deliveries come first and move the earlier ones down, so the
 * next page can repeat deliveries of the previous page.
 */
export function deliveriesOf(pages: readonly { deliveries: readonly Delivery[] }[]): Delivery[] {
  const deliveries = pages.flatMap((page) => page.deliveries);
  return [...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values()];
}
