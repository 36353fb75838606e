import { Clock } from '@almanac/platform';
import {
  assertLookupFormat,
  getRow,
  inVersion,
  parseBrowseQuery,
  parseSelection,
  planBrowse,
  type QueryParameters,
  type Selection,
} from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { ContentResponder } from '../caching/content-responder';
import { ContentDatabase } from '../database/content-database';
import type { ContentResource } from './content-resources';
import { type ReadRequest, readRequestOf, renderContextOf } from './read-request';
import { type ContentList, StreamedLists } from './streamed-lists';
import { TotalsCache } from './totals-cache';

/** Returns the function that converts a row to the JSON of the response. */
function serializerOf<Row extends object>(
  { serialize }: ContentResource<Row>,
  readRequest: ReadRequest,
  selection: Selection,
): (row: Row) => object {
  const context = renderContextOf(readRequest);
  return (row) => serialize(readRequest.contract, row, context, selection);
}

/** A list whose query parameters are set by the service, not by the client. */
export interface FixedList {
  /** Used instead of the query string of the request. */
  query: QueryParameters;
  /** Maximum number of rows, for lists with the limit `all`. */
  atMost: number;
}

/** Lists and reads published content for the controllers. */
@Injectable()
export class ContentReader {
  constructor(
    private readonly database: ContentDatabase,
    private readonly totals: TotalsCache,
    private readonly responder: ContentResponder,
    private readonly streamedLists: StreamedLists,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a list, and sets the headers of the response.
   * @returns the body to send: a stream for a long list with `limit=all`; undefined for a response without a body (304)
   * @throws ValidationError or BadRequestError for wrong query parameters
   */
  async browse<Row extends object>(
    contentResource: ContentResource<Row>,
    request: FastifyRequest,
    reply: FastifyReply,
    fixed?: FixedList,
  ): Promise<Buffer | Readable | undefined> {
    const readRequest = readRequestOf(request);
    const resource = inVersion(contentResource.resource, readRequest.contract.version);
    const parameters = { ...parseBrowseQuery(fixed?.query ?? readRequest.query, resource), atMost: fixed?.atMost };
    const plan = planBrowse(resource, parameters, this.clock.now());
    const serialize = serializerOf(contentResource, readRequest, parameters.selection);
    const json = async (): Promise<string> => {
      const { rows, pagination } = await this.totals.browse(plan);
      return JSON.stringify({ [resource.key]: rows.map(serialize), meta: { pagination } });
    };
    const list: ContentList<Row> = { plan, serialize, json, dependsOnTime: plan.dependsOnTime };
    if (parameters.limit === 'all') return this.streamedLists.respond(request, reply, list);
    return this.responder.respond(request, reply, list);
  }

  /**
   * Reads one row by its id or slug, and sets the headers of the response.
   * @returns the body to send
   * @throws ValidationError for a malformed id or slug and for wrong query parameters; NotFoundError if the API has no such row
   */
  async read<Row extends object>(
    contentResource: ContentResource<Row>,
    key: readonly [name: 'id' | 'slug', value: string],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Buffer> {
    assertLookupFormat(...key);
    const readRequest = readRequestOf(request);
    const resource = inVersion(contentResource.resource, readRequest.contract.version);
    // The response begins with the field by which the row was found, even if `fields` does not name it.
    const selection: Selection = { ...parseSelection(readRequest.query, resource), leading: key[0] };
    const serialize = serializerOf(contentResource, readRequest, selection);
    const json = async (): Promise<string> => {
      const row = await getRow(this.database.run, resource, key, selection);
      return JSON.stringify({ [resource.key]: [serialize(row)] });
    };
    return this.responder.respond(request, reply, { json, dependsOnTime: false });
  }
}
