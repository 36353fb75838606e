import { contractOfPath } from '@almanac/api-versions';
import type { QueryParameters } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sender } from '../answers/sender';
import { visitorOf } from '../authentication/visitor.guard';
import type { Endpoint } from './endpoint';
import { type Asking, type Name, Questions } from './questions';
import { WholeLists } from './whole-lists';

function askingOf(request: FastifyRequest): Asking {
  return {
    contract: contractOfPath(request.url),
    visitor: visitorOf(request),
    query: request.query as QueryParameters,
  };
}

/** Lists and reads published content for who comes through the framework. */
@Injectable()
export class ContentReader {
  constructor(
    private readonly questions: Questions,
    private readonly sender: Sender,
    private readonly wholeLists: WholeLists,
  ) {}

  /** Answers a list request. */
  async browse<Row extends object>(
    endpoint: Endpoint<Row>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const question = this.questions.list(endpoint, askingOf(request));
    if (question.plan.request.limit === 'all') await this.wholeLists.send(request, reply, question);
    else await this.sender.send(request, reply, question);
  }

  /** Answers a request for one row by its id or slug. */
  async read<Row extends object>(
    endpoint: Endpoint<Row>,
    name: Name,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    await this.sender.send(request, reply, this.questions.one(endpoint, name, askingOf(request)));
  }
}
