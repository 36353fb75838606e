import type { MemberSubscriptionStatus } from '@almanac/entities';
import type { ProviderCheckout, ProviderSubscription } from '@almanac/publishing';

type Fields = Record<string, unknown>;

/** The stored status for each status of Stripe. */
const statuses: Record<string, MemberSubscriptionStatus> = {
  active: 'active',
  trialing: 'trialing',
  past_due: 'past_due',
  // The trial ended, and the member has no payment method. Stripe sends no invoices until they add one.
  paused: 'unpaid',
  unpaid: 'unpaid',
  canceled: 'canceled',
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
};

/** In characters; longer strings are truncated. */
const MAX_TEXT_LENGTH = 255;
/** The first value that a column of type `integer` cannot store. */
const AMOUNT_LIMIT = 2 ** 31;
/** This time is in the year 5138. A larger number cannot be a time in seconds; it may be one in milliseconds. */
const UNIX_SECONDS_LIMIT = 1e11;

/** The part of a Stripe event that Almanac uses. */
export type StripeEvent =
  | { kind: 'checkout'; reportedAt: Date; checkout: ProviderCheckout }
  | { kind: 'subscription'; reportedAt: Date; subscription: ProviderSubscription };

/** Parses an event of the Stripe API; null for a type that Almanac does not use, and for an event without the required fields. */
export function parseStripeEvent(event: unknown): StripeEvent | null {
  const { type, created, data } = fieldsOf(event);
  const object = fieldsOf(fieldsOf(data).object);
  const reportedAt = instantOf(created);
  if (reportedAt === null) return null;
  if (type === 'checkout.session.completed') {
    const checkout = checkoutFrom(object);
    return checkout && { kind: 'checkout', reportedAt, checkout };
  }
  if (typeof type !== 'string' || !type.startsWith('customer.subscription.')) return null;
  const subscription = subscriptionFrom(object);
  return subscription && { kind: 'subscription', reportedAt, subscription };
}

function checkoutFrom(session: Fields): ProviderCheckout | null {
  const subscriptionId = textOf(session.subscription);
  const customerId = textOf(session.customer);
  const email = textOf(fieldsOf(session.customer_details).email) ?? textOf(session.customer_email);
  return subscriptionId && customerId && email ? { subscriptionId, customerId, email } : null;
}

function subscriptionFrom(object: Fields): ProviderSubscription | null {
  const subscriptionId = textOf(object.id);
  const customerId = textOf(object.customer);
  const status = statuses[textOf(object.status) ?? ''];
  const items = fieldsOf(object.items).data;
  const item = fieldsOf(Array.isArray(items) ? items[0] : undefined);
  const plan = fieldsOf(object.plan ?? item.plan ?? item.price);
  const startedAt = instantOf(object.start_date ?? object.start ?? object.created);
  if (!subscriptionId || !customerId || status === undefined || startedAt === null) return null;
  return {
    subscriptionId,
    customerId,
    status,
    planId: textOf(plan.id),
    planNickname: textOf(plan.nickname) ?? '',
    planAmount: amountOf(plan.amount ?? plan.unit_amount),
    planCurrency: textOf(plan.currency),
    planInterval: textOf(plan.interval ?? fieldsOf(plan.recurring).interval),
    startedAt,
    currentPeriodEndAt: instantOf(object.current_period_end ?? item.current_period_end),
    cancelAtPeriodEnd: object.cancel_at_period_end === true,
  };
}

/** The properties of an object; none for any other value. */
function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT_LENGTH) : null;
}

/** An amount in the smallest unit of the currency, e.g. cents; 0 for a value that cannot be stored. */
function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < AMOUNT_LIMIT ? value : 0;
}

/** The instant of a Unix time in seconds; null for any other value. */
function instantOf(value: unknown): Date | null {
  const isUnixTime = typeof value === 'number' && Number.isInteger(value) && value > 0 && value < UNIX_SECONDS_LIMIT;
  return isUnixTime ? new Date(value * 1000) : null;
}
