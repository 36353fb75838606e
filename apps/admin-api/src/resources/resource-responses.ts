import type { ApiContract, JsonObject, RenderContext, ResponseSelection, Serializer } from '@almanac/api-versions';
import { poolOf } from '@almanac/entities';
import { Clock } from '@almanac/platform';
import {
  assertLookupFormat,
  type BrowsePlan,
  countRows,
  getRow,
  inVersion,
  MAX_ROWS_IN_MEMORY,
  parseBrowseQuery,
  parseSelection,
  planBrowse,
  type QueryParameters,
  type ReadKey,
  type Resource,
  restrictToId,
  runBrowse,
  runnerOfManager,
  type RunQuery,
  type Selection,
  streamList,
} from '@almanac/resource-queries';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable, StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { type BulkRequest, idsMatchingFilter } from './bulk-requests';
import { siteViewOf } from '../site/site-view';
import { renderRows } from './render-rows';

/**
 * A resource in one version of the API: the rows that are read, and the serializer that renders them. `Entity` is the part of a row that
 * the serializer uses.
 */
export interface VersionedResource<Row extends Entity, Entity = Row> {
  contract: ApiContract;
  resource: Resource<Row>;
  serialize: Serializer<Entity>;
}

/** The body of a list: JSON, or a stream of it. */
export type ListBody = JsonObject | StreamableFile;

/** Restricts a list to the rows with this id in this column, e.g. to the recipients of one newsletter. */
export interface ParentCondition {
  column: string;
  id: string;
}

/** A row, and the selection of its fields, relations and formats for the serializer. */
export interface LoadedRow<Row> {
  row: Row;
  selection: ResponseSelection;
}

/** A list request that is checked and compiled to SQL, and a function that renders its rows. */
interface PlannedList<Row> {
  plan: BrowsePlan<Row>;
  render: (row: Row) => JsonObject;
}

/** Reads resources and renders them in the envelope `{"<key>": […], "meta": …}`. */
@Injectable()
export class ResourceResponses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /**
   * A page of results with its pagination. With `limit=all` and more than 1,000 rows, the response is a stream, which reads the rows while
   * it is sent.
   * @param parent restricts the list in addition to the filter of the query
   * @throws ValidationError or BadRequestError for a bad query
   */
  async browse<Row extends Entity & object, Entity>(
    versioned: VersionedResource<Row, Entity>,
    query: QueryParameters,
    parent?: ParentCondition,
  ): Promise<ListBody> {
    const list = this.planList(versioned, query, parent);
    const { plan, render } = list;
    const isUnlimited = plan.request.limit === 'all';
    if (!isUnlimited || (await countRows(this.run, plan)) <= MAX_ROWS_IN_MEMORY) return this.readList(list);
    const json = Readable.from(streamList(poolOf(this.dataSource), plan, render));
    return new StreamableFile(json, { type: 'application/json; charset=utf-8' });
  }

  /** A list as JSON in memory, never as a stream, for a caller that puts it into another body. */
  async list<Row extends Entity & object, Entity>(
    versioned: VersionedResource<Row, Entity>,
    query: QueryParameters,
  ): Promise<JsonObject> {
    return this.readList(this.planList(versioned, query));
  }

  /**
   * The row with this id, slug, e-mail address or uuid.
   * @param query names the fields, relations and formats to load
   * @throws ValidationError for a malformed key or an unknown format; NotFoundError if there is no such row
   */
  async load<Row extends Entity & object, Entity>(
    { contract, resource: canaryResource }: VersionedResource<Row, Entity>,
    by: readonly [key: ReadKey, value: string],
    query: QueryParameters = {},
  ): Promise<LoadedRow<Row>> {
    const resource = inVersion(canaryResource, contract.version);
    const [key, value] = by;
    if (key !== 'uuid') assertLookupFormat(key, value);
    const selection = parseSelection(query, resource);
    const row = await getRow(this.run, resource, by, selection);
    // The response always has the field by which the path names the row, e.g. `slug`, even if `fields` does not name it. The exception is
    // `id`.
    const leading = key === 'id' ? {} : { leading: key };
    return { row, selection: { ...loadedSelection(resource, selection), ...leading } };
  }

  /** Loads one row and renders it; see `load`. */
  async read<Row extends Entity & object, Entity>(
    versioned: VersionedResource<Row, Entity>,
    by: readonly [key: ReadKey, value: string],
    query: QueryParameters = {},
  ): Promise<JsonObject> {
    const { row, selection } = await this.load(versioned, by, query);
    return this.render(versioned, row, selection);
  }

  /** The ids of the resources that a bulk request selects; see `idsMatchingFilter` in `bulk-requests.ts`. */
  idsMatchingFilter<Row extends { id: string }>(request: Omit<BulkRequest<Row>, 'now'>): Promise<string[]> {
    return idsMatchingFilter(this.run, { ...request, now: this.clock.now() });
  }

  /** One loaded or written resource in its envelope. */
  render<Row extends Entity, Entity>(
    { contract, resource, serialize }: VersionedResource<Row, Entity>,
    entity: Entity,
    selection?: ResponseSelection,
  ): JsonObject {
    return { [resource.key]: [serialize(entity, this.renderContext(contract), selection)] };
  }

  /** All rows of a resource. Only for resources with few rows, because all of them are in memory. */
  async rows<Row extends object>(resource: Resource<Row>): Promise<Row[]> {
    const plan = planBrowse(resource, parseBrowseQuery({ limit: 'all' }, resource), this.clock.now());
    return (await runBrowse(this.run, plan)).rows;
  }

  /** The context that the serializers of the version need. */
  renderContext(contract: ApiContract): RenderContext {
    return { contract, site: siteViewOf(this.configuration) };
  }

  private get run(): RunQuery {
    return runnerOfManager(this.dataSource.manager);
  }

  private planList<Row extends Entity & object, Entity>(
    { contract, serialize, ...versioned }: VersionedResource<Row, Entity>,
    query: QueryParameters,
    parent?: ParentCondition,
  ): PlannedList<Row> {
    const resource = inVersion(versioned.resource, contract.version);
    const now = this.clock.now();
    const requested = parseBrowseQuery(query, resource);
    const request = parent ? restrictToId(resource, requested, { key: parent.column, id: parent.id, now }) : requested;
    const context = this.renderContext(contract);
    const selection = loadedSelection(resource, request.selection);
    return { plan: planBrowse(resource, request, now), render: (row) => serialize(row, context, selection) };
  }

  private async readList<Row extends object>({ plan, render }: PlannedList<Row>): Promise<JsonObject> {
    const { rows, pagination } = await runBrowse(this.run, plan);
    return { [plan.resource.key]: await renderRows(rows, render), meta: { pagination: { ...pagination } } };
  }
}

/** The selection, with the relations that the resource loads for every row. */
function loadedSelection<Row>({ alwaysIncluded = [] }: Resource<Row>, selection: Selection): Selection {
  return { ...selection, include: [...selection.include, ...alwaysIncluded] };
}
