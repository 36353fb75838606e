import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Encoding, Representation } from './answer';

/** Anybody may keep it, and asks each time whether it still holds. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=0';
export const PRIVATE_CACHE_CONTROL = 'private, no-store';

export interface Shipment {
  answer: Answer;
  representation: Representation;
  encoding: Encoding;
}

/** The headers that tell one form of an answer from the others: names and values in turn. */
export function representationHeaders(answer: Answer, { body, etag }: Representation, encoding: Encoding): string[] {
  const headers = [
    'etag',
    etag,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(body.length),
  ];
  return body === answer.identity.body ? headers : [...headers, 'content-encoding', encoding];
}

/** Sends one form of an answer, or says that the client has it already. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, representation, encoding }: Shipment,
): void {
  const asked = request.headers['if-none-match'];
  if (asked !== undefined && answer.isNamedBy(asked)) {
    void reply.header('etag', representation.etag).status(304).send();
    return;
  }
  const headers = representationHeaders(answer, representation, encoding);
  for (let index = 0; index < headers.length; index += 2) void reply.header(headers[index] ?? '', headers[index + 1]);
  void reply.send(representation.body);
}
