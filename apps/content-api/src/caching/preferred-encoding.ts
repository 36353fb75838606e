import Negotiator from 'negotiator';
import type { IncomingMessage } from 'node:http';

export type Encoding = 'br' | 'gzip' | 'identity';

/** In the order of preference: of encodings that the client accepts equally, the first is used. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The best encoding that the `Accept-Encoding` header allows (RFC 9110, 12.5.3); `identity` also if the header refuses every encoding. */
export function preferredEncoding(request: Pick<IncomingMessage, 'headers'>): Encoding {
  const preferred = new Negotiator(request).encoding(encodings, { preferred: encodings });
  return encodings.find((encoding) => encoding === preferred) ?? 'identity';
}
