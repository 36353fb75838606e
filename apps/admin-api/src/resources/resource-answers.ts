import type { ApiContract, Json, JsonObject, Serializer, View } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import {
  assertReadable,
  browse,
  type BrowseRequest,
  get,
  parseBrowseQuery,
  parseSelection,
  type QueryParameters,
  queryThrough,
  type ReadKey,
  type Resource,
  type Selection,
} from '@almanac/resource-queries';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { siteViewOf } from '../site/site-view';

/** One kind of resource in one version: what is read, and how it is said. */
export interface Reading<Row> {
  contract: ApiContract;
  resource: Resource<Row>;
  serialize: Serializer<Row>;
}

/** Answers with lists and single resources, in the envelope every resource of this API has. */
@Injectable()
export class ResourceAnswers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** The page a query string asks for, with its place among all. */
  async list<Row extends object>(reading: Reading<Row>, query: QueryParameters): Promise<JsonObject> {
    return this.page(reading, parseBrowseQuery(query, reading.resource));
  }

  /** The same, for a request that was read (and narrowed) by the caller. */
  async page<Row extends object>(reading: Reading<Row>, request: BrowseRequest): Promise<JsonObject> {
    const { contract, resource, serialize } = reading;
    const run = queryThrough(this.dataSource.manager);
    const { rows, pagination } = await browse(run, resource, request, this.clock.now());
    const view = this.view(contract);
    const selection = loadedSelection(resource, request.selection);
    return {
      [resource.key]: rows.map((row) => serialize(row, view, selection)),
      meta: { pagination: { ...pagination } },
    };
  }

  /**
   * One resource by its id, slug or e-mail.
   * @throws ValidationError when the key has not the form of one, NotFoundError
   */
  async single<Row extends object>(
    reading: Reading<Row>,
    by: readonly [key: ReadKey, value: string],
    query: QueryParameters = {},
  ): Promise<JsonObject> {
    const { contract, resource, serialize } = reading;
    const [key, value] = by;
    if (key !== 'uuid') assertReadable(key, value);
    const selection: Selection = parseSelection(query, resource);
    const row = await get(queryThrough(this.dataSource.manager), resource, by, selection);
    const leading = key === 'id' ? {} : { leading: key };
    return this.envelope(
      resource.key,
      serialize(row, this.view(contract), { ...loadedSelection(resource, selection), ...leading }),
    );
  }

  /** The envelope of one resource. */
  envelope(key: string, resource: Json): JsonObject {
    return { [key]: [resource] };
  }

  /** What serializers of a version work with. */
  view(contract: ApiContract): View {
    return { contract, site: siteViewOf(this.configuration) };
  }
}

/** The selection with the relations that come with every row. */
function loadedSelection<Row>({ alwaysIncluded = [] }: Resource<Row>, selection: Selection): Selection {
  return { ...selection, include: [...selection.include, ...alwaysIncluded] };
}
