import type { Difference } from './differences';
import type { Exchange } from './exchange';
import type { ServiceResponse } from './service-requests';

/** A deliberate difference between Almanac and the recorded Ghost 3.0.3. */
export interface Explanation {
  /** Why Almanac responds in another way. */
  reason: string;
  /** The exchanges it applies to; all when absent. */
  names?: RegExp;
  /** Whether it explains this difference. */
  explains: (difference: Difference, exchange: Exchange, response: ServiceResponse) => boolean;
}

/** Whether the difference is in one of these places. */
export const isAt =
  (...places: RegExp[]) =>
  ({ at: place }: Difference): boolean =>
    places.some((pattern) => pattern.test(place));

/** Whether the difference is this recorded status in place of this status of Almanac. */
export const isStatus =
  (recorded: number, actual: number) =>
  ({ at: place, expected }: Difference, _exchange: Exchange, response: ServiceResponse): boolean =>
    place === 'status' && expected === String(recorded) && response.status === actual;

export const isAdded = ({ expected }: Difference): boolean => expected === 'absent';
export const isRemoved = ({ actual }: Difference): boolean => actual === 'absent';
export const isContentApi = ({ request }: Exchange): boolean => request.path.includes('/content/');
export const hasFields = ({ request }: Exchange): boolean => /[?&]fields=/.test(request.path);

/** Text of the first error that Ghost responded with. */
export function recordedError({ response }: Exchange, key: string): unknown {
  const errors = response.body instanceof Object && 'errors' in response.body ? response.body.errors : undefined;
  const first = Array.isArray(errors) ? errors[0] : undefined;
  return first instanceof Object && key in first
    ? Object.entries(first).find(([name]) => name === key)?.[1]
    : undefined;
}
