import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../authentication/visitor.guard';
import { acceptedEncoding } from './accepted-encoding';
import { AnswerCache } from './answer-cache';
import { Answers, type Made } from './answers';
import { everybodys, nobodyElses, sendRepresentation } from './send-representation';

/** Gives and sends the answer to a request whose visitor is known. */
@Injectable()
export class Sender {
  constructor(
    private readonly answers: Answers,
    private readonly cache: AnswerCache,
  ) {}

  /**
   * @param key says all that the answer depends on
   * @param make makes its body
   */
  async send(request: FastifyRequest, reply: FastifyReply, key: string, make: () => Promise<Made>): Promise<void> {
    const { isMember } = visitorOf(request);
    const answer = await this.answers.give(key, make);
    void reply.header('vary', 'Accept-Encoding').header('cache-control', isMember ? nobodyElses : everybodys);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const representation = await answer.in(encoding);
    if (!isMember)
      this.cache.keepUrl(request.url, { key, answer, headers: commonHeaders(reply), route: routeOf(request) });
    sendRepresentation(request, reply, { answer, representation, encoding });
  }
}

/** What every form of this URL's answer says; the id belongs to one request and stays out. */
function commonHeaders(reply: FastifyReply): string[] {
  const headers = { ...reply.raw.getHeaders(), ...reply.getHeaders() };
  return Object.entries(headers).flatMap(([name, value]) => (name === 'x-request-id' ? [] : [name, String(value)]));
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}
