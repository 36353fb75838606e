import {
  type ApiContract,
  contractOfPath,
  type Selection as SerializerSelection,
  type View,
} from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import {
  assertReadable,
  get,
  parseBrowseQuery,
  parseSelection,
  planBrowse,
  type QueryParameters,
  runBrowse,
} from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Made } from '../answers/answers';
import { Sender } from '../answers/sender';
import { isGated, type Visitor } from '../authentication/visitor';
import { visitorOf } from '../authentication/visitor.guard';
import { ReadDatabase } from '../database/read-database';
import type { Endpoint } from './endpoint';
import { WholeLists } from './whole-lists';

/** A request understood so far: who asks, in which version, and how to write what is found. */
interface Occasion {
  contract: ApiContract;
  visitor: Visitor;
  query: QueryParameters;
  view: View;
}

function occasionOf(request: FastifyRequest): Occasion {
  const contract = contractOfPath(request.url);
  const visitor = visitorOf(request);
  const query = request.query as QueryParameters;
  const view: View = {
    contract,
    site: visitor.state.site,
    absoluteUrls: query.absolute_urls === 'true',
    isGated: (post) => isGated(visitor, post.visibility),
  };
  return { contract, visitor, query, view };
}

/** Says all that an answer depends on beside the site's revision. */
function keyOf({ contract, visitor, view }: Occasion, ...parts: unknown[]): string {
  return JSON.stringify([contract.version, visitor.access, view.absoluteUrls, ...parts]);
}

/** Lists and reads published content. */
@Injectable()
export class ContentReader {
  constructor(
    private readonly database: ReadDatabase,
    private readonly sender: Sender,
    private readonly wholeLists: WholeLists,
    private readonly clock: Clock,
  ) {}

  /** Answers a list request. */
  async browse<Row extends object>(
    endpoint: Endpoint<Row>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const occasion = occasionOf(request);
    const { resource } = endpoint;
    const asked = parseBrowseQuery(occasion.query, resource);
    const plan = planBrowse(resource, asked, this.clock.now());
    const write = (row: Row): object => endpoint.serialize(occasion.contract, row, occasion.view, asked.selection);
    const key = keyOf(occasion, resource.key, asked);
    if (asked.limit === 'all') return this.wholeLists.send({ request, reply, key, plan, write });
    await this.sender.send(request, reply, key, async (): Promise<Made> => {
      const { rows, pagination } = await runBrowse(this.database.run, plan);
      const json = JSON.stringify({ [resource.key]: rows.map(write), meta: { pagination } });
      return { json, mayBeKept: !plan.dependsOnTime };
    });
  }

  /** Answers a request for one row by its id or slug. */
  async read<Row extends object>(
    endpoint: Endpoint<Row>,
    [by, value]: readonly [by: 'id' | 'slug', value: string],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    assertReadable(by, value);
    const occasion = occasionOf(request);
    const { resource, serialize } = endpoint;
    const selection: SerializerSelection & ReturnType<typeof parseSelection> = {
      ...parseSelection(occasion.query, resource),
      leading: by,
    };
    const key = keyOf(occasion, resource.key, by, value, selection);
    await this.sender.send(request, reply, key, async (): Promise<Made> => {
      const row = await get(this.database.run, resource, [by, value], selection);
      const json = JSON.stringify({ [resource.key]: [serialize(occasion.contract, row, occasion.view, selection)] });
      return { json, mayBeKept: true };
    });
  }
}
