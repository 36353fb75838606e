import { type AlmanacError, NotFoundError, TooManyRequestsError, ValidationError } from '@almanac/errors';
import { type Issue } from '@almanac/validation';
import { type PageProblem, type PageWording } from './page-wordings';

/** Why an occurrence does not accept an answer. */
export type Refusal =
  /** `too-many-answers`: the event has the maximum number of answers of all guests. */
  | { reason: 'cancelled' | 'begun' | 'closed' | 'too-many-answers' }
  /** `max` is the maximum number of places of one answer. */
  | { reason: 'party-size'; max: number }
  /** `left` is the number of places that the guest can have. */
  | { reason: 'full'; left: number };

/** The error for an answer that an occurrence does not accept. Pages for guests show the reason in the language of the guest. */
export class RsvpRefusal extends ValidationError {
  constructor(
    message: string,
    readonly refusal: Refusal,
    issues?: readonly Issue[],
  ) {
    super(message, issues && { details: issues });
  }
}

/** The error for an answer with too many places. */
export function placesError(message: string, refusal: Refusal): RsvpRefusal {
  return new RsvpRefusal(message, refusal, [{ path: 'input.partySize', message }]);
}

/** The heading of the page about a failed request of a guest. @param problem as in {@link problemText} */
export function problemTitle(wording: PageWording, problem: PageProblem, error: AlmanacError): string {
  const isMissing = problem === 'answerNotFound' || problem === 'requestPageNotFound';
  return isMissing && !(error instanceof NotFoundError) ? wording.pageNotShown : wording.problems[problem].title;
}

/**
 * The sentence about a failed request of a guest, in the language of the wording.
 * @param problem what the guest could not do; it selects the text for an answer or occurrence that does not exist
 */
export function problemText(wording: PageWording, problem: PageProblem, error: AlmanacError): string {
  if (error instanceof RsvpRefusal) return refusalText(wording, error.refusal);
  if (error instanceof TooManyRequestsError) return wording.tooManyRequests;
  if (error instanceof NotFoundError) return wording.problems[problem].notFoundText;
  const [issue]: Partial<Issue>[] = Array.isArray(error.details) ? error.details : [];
  return wording.wrongFields[issue?.path ?? ''] ?? wording.wrongInput;
}

function refusalText(wording: PageWording, refusal: Refusal): string {
  switch (refusal.reason) {
    case 'cancelled':
      return wording.cancelled;
    case 'begun':
      return wording.begun;
    case 'closed':
      return wording.closed;
    case 'too-many-answers':
      return wording.tooManyResponses;
    case 'party-size':
      return wording.tooManyPlaces(refusal.max);
    case 'full':
      return wording.tooFewPlacesLeft(refusal.left);
  }
}
