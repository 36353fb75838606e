import { type OutboundResponse } from '@almanac/platform';
import { parseRetryAfter } from './retry-schedule';

/** Maximum bytes of a request or response body that the delivery log stores. */
const STORED_BODY_BYTES = 20_000;

/** How one attempt ended. */
export interface AttemptOutcome {
  /** `gone`: the receiver responded 410 and gets no further deliveries. */
  result: 'delivered' | 'failed' | 'gone';
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  /** The pause that the receiver requests by `Retry-After`, in milliseconds after its response; negative for a date in the past. */
  retryAfterMs?: number;
}

/**
 * The first 20 kB of a UTF-8 string. No character is cut into parts, because PostgreSQL accepts only complete ones. The bytes of a longer
 * string are copied: a part of its buffer would keep the whole buffer in memory until the attempt is written.
 */
export function storedBytesOf(body: Buffer): Buffer {
  const isInsideCharacter = (at: number): boolean => ((body[at] ?? 0) & 0xc0) === 0x80;
  let end = Math.min(body.length, STORED_BODY_BYTES);
  while (isInsideCharacter(end)) end -= 1;
  return end === body.length ? body : Buffer.from(body.subarray(0, end));
}

/** The first 20 kB of a response body as a string, without NUL, which PostgreSQL cannot store. */
function storedTextOf(body: Buffer): string {
  return body.subarray(0, STORED_BODY_BYTES).toString('utf8').replaceAll('\0', '');
}

/** The outcome of a response: 2xx is success, 410 disables the webhook, everything else (redirects too) is a failure. */
export function outcomeOfResponse({ status, headers, body }: OutboundResponse, now: Date): AttemptOutcome {
  const response = { responseStatus: status, responseBody: storedTextOf(body) };
  if (status >= 200 && status < 300) return { ...response, result: 'delivered', error: null };
  if (status === 410) return { ...response, result: 'gone', error: 'The receiver responded 410 Gone.' };
  const error = status >= 300 && status < 400 ? 'Redirects are not followed.' : `The receiver responded ${status}.`;
  return { ...response, result: 'failed', error, retryAfterMs: parseRetryAfter(headers['retry-after'], now) };
}

/** The outcome of a request without a response: the connection failed, the request timed out or was aborted, or its URL is forbidden. */
export function outcomeOfError(error: unknown): AttemptOutcome {
  const known = typeof error === 'object' && error !== null ? error : {};
  const code = 'code' in known && typeof known.code === 'string' ? known.code : undefined;
  const name = 'name' in known && typeof known.name === 'string' ? known.name : String(error);
  return { result: 'failed', responseStatus: null, responseBody: null, error: `Request failed: ${code ?? name}` };
}
