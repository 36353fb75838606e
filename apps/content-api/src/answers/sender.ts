import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../authentication/visitor.guard';
import { acceptedEncoding } from './accepted-encoding';
import { AnswerCache } from './answer-cache';
import { Answers } from './answers';
import type { Question } from './question';
import { PUBLIC_CACHE_CONTROL, PRIVATE_CACHE_CONTROL, sendRepresentation } from './send-representation';
import { UsualHeaders } from './usual-headers';

/** Gives and sends, through the framework, the answer to a request whose visitor is known. */
@Injectable()
export class Sender {
  constructor(
    private readonly answers: Answers,
    private readonly cache: AnswerCache,
    private readonly usual: UsualHeaders,
  ) {}

  async send(request: FastifyRequest, reply: FastifyReply, question: Question): Promise<void> {
    const { isMember } = visitorOf(request);
    const answer = await this.answers.give(question);
    void reply
      .header('vary', 'Accept-Encoding')
      .header('cache-control', isMember ? PRIVATE_CACHE_CONTROL : PUBLIC_CACHE_CONTROL);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const representation = await answer.in(encoding);
    if (!isMember) {
      const headers = this.usual.learn(question.version, reply);
      this.cache.keepUrl(request.url, { key: question.key, answer, headers, route: routeOf(request) });
    }
    sendRepresentation(request, reply, { answer, representation, encoding });
  }
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}
