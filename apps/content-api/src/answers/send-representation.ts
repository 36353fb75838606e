import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Encoding, Representation } from './answer';

/** Anybody may keep it, and asks each time whether it still holds. */
export const everybodys = 'public, max-age=0';
export const nobodyElses = 'private, no-store';

export interface Shipment {
  answer: Answer;
  representation: Representation;
  encoding: Encoding;
  cacheControl: string;
}

/** Sends one form of an answer, or says that the client has it already. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, representation, encoding, cacheControl }: Shipment,
): void {
  void reply
    .header('etag', representation.etag)
    .header('vary', 'Accept-Encoding')
    .header('cache-control', cacheControl);
  const asked = request.headers['if-none-match'];
  if (asked !== undefined && answer.isNamedBy(asked)) {
    void reply.status(304).send();
    return;
  }
  if (representation !== answer.identity) void reply.header('content-encoding', encoding);
  void reply.header('content-type', 'application/json; charset=utf-8').send(representation.body);
}
