import { randomUUID } from 'node:crypto';
import { textWithoutSecrets } from '../logging/redaction';

const REQUEST_ID = /^[\w.-]{1,100}$/;

/**
 * The id of a request: its `X-Request-Id` header, or a new UUID. Ids are logged and stored. So the header is used only if it consists of at
 * most 100 letters, digits, `_`, `.` and `-`, and does not have the format of a secret.
 */
export function requestIdOf(header: string | string[] | undefined): string {
  const isSafe = typeof header === 'string' && REQUEST_ID.test(header) && textWithoutSecrets(header) === header;
  return isSafe ? header : randomUUID();
}
