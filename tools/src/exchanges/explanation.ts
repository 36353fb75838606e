import type { Difference } from './differences';
import type { Exchange } from './exchange';
import type { ServiceResponse } from './service-requests';

/** A reason for differences between the responses of Almanac and the recorded responses of Ghost 3.0.3. */
export interface Explanation {
  /** Why the response of Almanac differs. */
  reason: string;
  /** Matches the names of the exchanges to which the reason applies; all exchanges when absent. */
  names?: RegExp;
  /** Whether the reason applies to a difference. */
  explains: (difference: Difference, exchange: Exchange, response: ServiceResponse) => boolean;
}

/** Returns a condition: the difference is in one of these places of the response. */
export const isAt =
  (...places: RegExp[]) =>
  ({ at: place }: Difference): boolean =>
    places.some((pattern) => pattern.test(place));

/** Returns a condition: Ghost responded with the status `recorded`, and Almanac with `actual`. */
export const isStatus =
  (recorded: number, actual: number) =>
  ({ at: place, expected }: Difference, _exchange: Exchange, response: ServiceResponse): boolean =>
    place === 'status' && expected === String(recorded) && response.status === actual;

/** Whether only the response of Almanac has the value. */
export const isAdded = ({ expected }: Difference): boolean => expected === 'absent';
/** Whether only the recorded response has the value. */
export const isRemoved = ({ actual }: Difference): boolean => actual === 'absent';
export const isContentApi = ({ request }: Exchange): boolean => request.path.includes('/content/');
/** Whether the request has the parameter `fields`. */
export const hasFields = ({ request }: Exchange): boolean => /[?&]fields=/.test(request.path);

/** A property of the first error in the recorded response, e.g. `context`. */
export function recordedError({ response }: Exchange, key: string): unknown {
  const errors = response.body instanceof Object && 'errors' in response.body ? response.body.errors : undefined;
  const first = Array.isArray(errors) ? errors[0] : undefined;
  return first instanceof Object && key in first
    ? Object.entries(first).find(([name]) => name === key)?.[1]
    : undefined;
}
