import { type ApiContract, Contract, from, type TierView } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import { adminTiersResource, type TierRow } from '@almanac/resource-queries';
import { Controller, Param, Post, Put } from '@nestjs/common';
import { SluggedResourceController } from '../resources/resource.controller';
import type { VersionedResource } from '../resources/resource-responses';

const HELP =
  'There is a free tier, and a paid one while a payment provider is configured. The prices are in the setting members_subscription_settings.';

/** The tiers that members can have. They result from the settings of the site, so clients can only read them. */
@Controller({ path: 'admin/tiers', version: from('v5') })
export class TiersController extends SluggedResourceController<TierRow, TierView> {
  protected versioned(contract: ApiContract): VersionedResource<TierRow, TierView> {
    return { contract, resource: adminTiersResource, serialize: contract.admin.tier };
  }

  @Post()
  add(): never {
    throw new ValidationError('Tiers cannot be added.', { help: HELP });
  }

  /** @throws NotFoundError for an unknown tier, ValidationError for a known tier */
  @Put(':id')
  async edit(@Contract() contract: ApiContract, @Param('id') id: string): Promise<never> {
    await this.responses.read(this.versioned(contract), ['id', id]);
    throw new ValidationError('Tiers cannot be edited.', { help: HELP });
  }
}
