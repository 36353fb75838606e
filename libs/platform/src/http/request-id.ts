import { randomUUID } from 'node:crypto';
import { withoutSecretShapes } from '../logging/redaction';

const REQUEST_ID = /^[\w.-]{1,100}$/;

/** What the ids of this process begin with; a number follows, which costs a fraction of new randomness. */
const OWN_IDS = randomUUID().slice(0, 24);
let made = 0;

function newRequestId(): string {
  return OWN_IDS + (made++).toString(16).padStart(12, '0');
}

/** The caller's request id when it is harmless, else a new one. It stands in logs and rows, so it may not be a secret. */
export function requestIdOf(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !REQUEST_ID.test(header)) return newRequestId();
  return withoutSecretShapes(header) === header ? header : newRequestId();
}
