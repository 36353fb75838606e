import type { AdminSchemas } from '../../api/admin.ts';

type DeliveryState = Pick<AdminSchemas['WebhookDelivery'], 'status' | 'attempt_count' | 'next_attempt_at'>;

/** The interval while a result is expected soon. */
const SHORT_MS = 2_000;
/** The interval while all deliveries wait for a later attempt. It is long, because attempts can be a day apart. */
const LONG_MS = 30_000;

/**
 * The time in milliseconds after which to refetch deliveries; false if none of them is pending. It is the time until the next attempt by
 * the clock of the browser, but at least `SHORT_MS` and at most `LONG_MS`. A delivery without an attempt counts as due, because the clock
 * of the browser can be slow.
 */
export function refreshIntervalOf(deliveries: readonly DeliveryState[], now = Date.now()): number | false {
  const waits = deliveries
    .filter(({ status }) => status === 'pending')
    .map(({ attempt_count: attempts, next_attempt_at: next }) => (attempts > 0 && next ? Date.parse(next) - now : 0));
  if (waits.length === 0) return false;
  return Math.min(Math.max(Math.min(...waits), SHORT_MS), LONG_MS);
}
