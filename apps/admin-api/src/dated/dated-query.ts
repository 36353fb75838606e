import { ValidationError } from '@almanac/errors';
import type { DatedSpan, QueryParameters } from '@almanac/resource-queries';
import { requiredInstant } from '../resources/required-instant';

const MAX_SPAN_DAYS = 400;
const DAY_MS = 86_400_000;
const MAX_LIMIT = 1_000;

/**
 * The span from `from` to `to`. Both parameters are required.
 * @throws ValidationError if one of them is missing or not an instant, if the span does not end after it begins, or if it is longer
 *   than 400 days
 */
export function parseSpan({ from, to }: QueryParameters): DatedSpan {
  const span = { from: requiredInstant('from', from), to: requiredInstant('to', to) };
  const lengthMs = span.to.getTime() - span.from.getTime();
  if (lengthMs <= 0) throw new ValidationError('The span has to end after it begins.', { property: 'to' });
  if (lengthMs > MAX_SPAN_DAYS * DAY_MS) {
    throw new ValidationError(`The span is longer than ${MAX_SPAN_DAYS} days.`, { property: 'to' });
  }
  return span;
}

/**
 * The maximum number of items in the response, from the parameter `limit`. It is 1,000 if `limit` is missing, `all` or greater.
 * @throws ValidationError if `limit` is neither `all` nor a whole number from 1 to 999,999,999
 */
export function parseDatedLimit({ limit }: QueryParameters): number {
  if (limit === undefined || limit === 'all') return MAX_LIMIT;
  if (typeof limit !== 'string' || !/^[1-9]\d{0,8}$/.test(limit)) {
    throw new ValidationError('Validation (matches) failed for limit', {
      property: 'limit',
      help: `limit is a whole number from 1 to 999999999, or all. A response has at most ${MAX_LIMIT} items.`,
    });
  }
  return Math.min(Number(limit), MAX_LIMIT);
}

/** The value of `filter`. The values of a repeated parameter are joined by commas, as in other lists. */
export function filterOf({ filter }: QueryParameters): string | undefined {
  if (Array.isArray(filter)) return filter.join(',');
  return typeof filter === 'string' ? filter : undefined;
}
