import { type ApiContract, Contract, type JsonObject } from '@almanac/api-versions';
import type { QueryParameters } from '@almanac/resource-queries';
import { Get, Injectable, Param, Query } from '@nestjs/common';
import { type ListBody, ResourceResponses, type VersionedResource } from './resource-responses';

/**
 * The read routes of a resource: its list, and one item by id. `Row` is a row that the query returns. `Entity` is the part of `Row` that
 * the serializer uses.
 */
@Injectable()
export abstract class ResourceController<Row extends Entity & object, Entity = Row> {
  constructor(protected readonly responses: ResourceResponses) {}

  /** The resource and its serializer in the version of the request. */
  protected abstract versioned(contract: ApiContract): VersionedResource<Row, Entity>;

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    return this.responses.browse(this.versioned(contract), query);
  }

  @Get(':id')
  readById(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(this.versioned(contract), ['id', id], query);
  }
}

/** The read routes of a resource whose items have slugs: its list, and one item by id or slug. */
@Injectable()
export abstract class SluggedResourceController<Row extends Entity & object, Entity = Row> extends ResourceController<
  Row,
  Entity
> {
  @Get('slug/:slug')
  readBySlug(
    @Contract() contract: ApiContract,
    @Param('slug') slug: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(this.versioned(contract), ['slug', slug], query);
  }
}
