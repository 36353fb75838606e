import { type ApiContract, Contract, from, type JsonObject, type TierView } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import { adminTiersResource, type QueryParameters, type TierRow } from '@almanac/resource-queries';
import { Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';

const HELP =
  'There is a free tier, and a paid one while a payment provider is configured. Edit members_subscription_settings.';

/** The tiers that members can have. They result from the settings, so they can only be read. */
@Controller({ path: 'admin/tiers', version: from('v5') })
export class TiersController {
  constructor(private readonly responses: ResourceResponses) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    return this.responses.browse(versionedTiers(contract), query);
  }

  @Get('slug/:slug')
  readBySlug(
    @Contract() contract: ApiContract,
    @Param('slug') slug: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedTiers(contract), ['slug', slug], query);
  }

  @Get(':id')
  readById(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedTiers(contract), ['id', id], query);
  }

  @Post()
  add(): never {
    throw new ValidationError('Tiers cannot be added.', { help: HELP });
  }

  @Put(':id')
  async edit(@Contract() contract: ApiContract, @Param('id') id: string): Promise<never> {
    await this.responses.read(versionedTiers(contract), ['id', id]);
    throw new ValidationError('Tiers cannot be edited.', { help: HELP });
  }
}

function versionedTiers(contract: ApiContract): VersionedResource<TierRow, TierView> {
  return { contract, resource: adminTiersResource, serialize: contract.admin.tier };
}
