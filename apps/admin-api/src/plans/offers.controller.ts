import { from, type JsonObject } from '@almanac/api-versions';
import { paginate, parseBrowseQuery, adminTiersResource, type QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, Query } from '@nestjs/common';

/** Offers are discounts in Ghost 5. Almanac has no offers, so clients always get an empty list. */
@Controller({ path: 'admin/offers', version: from('v5') })
export class OffersController {
  @Get()
  browse(@Query() { limit, page }: QueryParameters): JsonObject {
    // `parseBrowseQuery` needs a resource, which has no effect on `limit` and `page`.
    const request = parseBrowseQuery({ limit, page }, adminTiersResource);
    return { offers: [], meta: { pagination: { ...paginate(request, 0) } } };
  }
}
