import { adminExplanations, postExplanations, unrecordedStepExplanations } from './admin-explanations';
import { contentExplanations } from './content-explanations';
import type { Difference } from './differences';
import { errorExplanations } from './error-explanations';
import type { Exchange } from './exchange';
import type { ServiceResponse } from './service-requests';

const explanations = [
  ...contentExplanations,
  ...errorExplanations,
  ...postExplanations,
  ...adminExplanations,
  ...unrecordedStepExplanations,
];

/**
 * The reason for a difference between the recorded response and the response of Almanac.
 * @returns undefined when the difference is not deliberate, that is, a defect
 */
export function explanationOf(
  exchange: Exchange,
  difference: Difference,
  response: ServiceResponse,
): string | undefined {
  return explanations.find(
    ({ names, explains }) => (names?.test(exchange.name) ?? true) && explains(difference, exchange, response),
  )?.reason;
}
