import { type OutboundResponse } from '@almanac/platform';
import { retryAfterMs } from './retry-schedule';

/** Bytes of a request's or response's body that the delivery log keeps. */
const KEPT_BODY_BYTES = 20_000;

/** How one attempt ended. */
export interface AttemptOutcome {
  /** `gone`: the receiver said 410 and wants no more. */
  result: 'delivered' | 'failed' | 'gone';
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  retryAfterMs?: number;
}

/** The beginning of a body as text PostgreSQL can store: a text value cannot hold NUL. */
export function excerptOf(body: Buffer): string {
  return body.subarray(0, KEPT_BODY_BYTES).toString('utf8').replaceAll('\0', '');
}

/** Judges an answer: 2xx is success, 410 the end, everything else a failure; a redirect is not followed and is one. */
export function outcomeOfResponse({ status, headers, body }: OutboundResponse, now: Date): AttemptOutcome {
  const answer = { responseStatus: status, responseBody: excerptOf(body) };
  if (status >= 200 && status < 300) return { ...answer, result: 'delivered', error: null };
  if (status === 410) return { ...answer, result: 'gone', error: 'The receiver answered 410 Gone.' };
  const error = status >= 300 && status < 400 ? 'Redirects are not followed.' : `The receiver answered ${status}.`;
  return { ...answer, result: 'failed', error, retryAfterMs: retryAfterMs(headers['retry-after'], now) };
}

/** Judges a request that got no answer: refused, cut, timed out, or not allowed. */
export function outcomeOfError(error: unknown): AttemptOutcome {
  const known = typeof error === 'object' && error !== null ? error : {};
  const code = 'code' in known && typeof known.code === 'string' ? known.code : undefined;
  const name = 'name' in known && typeof known.name === 'string' ? known.name : String(error);
  return { result: 'failed', responseStatus: null, responseBody: null, error: `Request failed: ${code ?? name}` };
}
