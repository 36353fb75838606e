import type { ApiContract, JsonObject, Selection as ShownSelection, Serializer, View } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import {
  assertReadable,
  browse,
  get,
  narrow,
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

/** A resource in one version of the API: the rows that are read and the serializer that renders them. */
export interface VersionedResource<Row extends Entity, Entity = Row> {
  contract: ApiContract;
  resource: Resource<Row>;
  serialize: Serializer<Entity>;
}

/** Restricts a list to the rows whose column `key` is `id`. */
export interface OwnerCondition {
  key: string;
  id: string;
}

/** A row and the part of it that the request selects. */
export interface LoadedRow<Row> {
  row: Row;
  selection: ShownSelection;
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
   * One page of a list with its pagination.
   * @param owner restricts the list before the filter of the query applies
   * @throws ValidationError or BadRequestError for a bad query
   */
  async browse<Row extends Entity & object, Entity>(
    { contract, resource, serialize }: VersionedResource<Row, Entity>,
    query: QueryParameters,
    owner?: OwnerCondition,
  ): Promise<JsonObject> {
    const now = this.clock.now();
    const requested = parseBrowseQuery(query, resource);
    const request = owner ? narrow(resource, requested, { ...owner, now }) : requested;
    const { rows, pagination } = await browse(queryThrough(this.dataSource.manager), resource, request, now);
    const view = this.view(contract);
    const selection = loadedSelection(resource, request.selection);
    return {
      [resource.key]: rows.map((row) => serialize(row, view, selection)),
      meta: { pagination: { ...pagination } },
    };
  }

  /**
   * The row with this id, slug, e-mail address or uuid.
   * @param query names the fields, relations and formats to load
   * @throws ValidationError when the key is malformed, NotFoundError
   */
  async load<Row extends Entity & object, Entity>(
    { resource }: VersionedResource<Row, Entity>,
    by: readonly [key: ReadKey, value: string],
    query: QueryParameters = {},
  ): Promise<LoadedRow<Row>> {
    const [key, value] = by;
    if (key !== 'uuid') assertReadable(key, value);
    const selection = parseSelection(query, resource);
    const row = await get(queryThrough(this.dataSource.manager), resource, by, selection);
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

  /** One loaded or written resource in its envelope. */
  render<Row extends Entity, Entity>(
    { contract, resource, serialize }: VersionedResource<Row, Entity>,
    entity: Entity,
    selection?: ShownSelection,
  ): JsonObject {
    return { [resource.key]: [serialize(entity, this.view(contract), selection)] };
  }

  /** The arguments of every serializer of a version. */
  view(contract: ApiContract): View {
    return { contract, site: siteViewOf(this.configuration) };
  }
}

/** The selection with the relations that every row of the resource carries. */
function loadedSelection<Row>({ alwaysIncluded = [] }: Resource<Row>, selection: Selection): Selection {
  return { ...selection, include: [...selection.include, ...alwaysIncluded] };
}
