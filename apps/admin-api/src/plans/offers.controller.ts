import { from, type JsonObject } from '@almanac/api-versions';
import { paginate, parseBrowseQuery, adminTiersResource, type QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, Query } from '@nestjs/common';

/** Offers are discounts of Ghost 5; a site of Almanac has none. Clients list them. */
@Controller({ path: 'admin/offers', version: from('v5') })
export class OffersController {
  @Get()
  browse(@Query() { limit, page }: QueryParameters): JsonObject {
    const request = parseBrowseQuery({ limit, page }, adminTiersResource);
    return { offers: [], meta: { pagination: { ...paginate(request, 0) } } };
  }
}
