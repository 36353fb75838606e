import { type Explanation, hasFields, isAt, isContentApi, isRemoved, isStatus } from './explanation';

/** Deliberate differences of the Content API. */
export const contentExplanations: readonly Explanation[] = [
  {
    reason: 'Almanac caches public responses and sends a strong ETag; Ghost forbids caching.',
    explains: (difference, exchange) => isContentApi(exchange) && isAt(/^header:(cache-control|etag)$/)(difference),
  },
  {
    reason: 'A request for named fields gets these fields only; Ghost adds empty html and plaintext.',
    explains: (difference, exchange) =>
      hasFields(exchange) && isAt(/\.(html|plaintext)$/)(difference) && isRemoved(difference),
  },
  {
    reason: 'A gated page has no plaintext unless the request asks for it.',
    names: /pages\/(gated|browse-include)/,
    explains: isAt(/^pages\[\]\.plaintext$/),
  },
  {
    reason: 'Filters know relative dates (`now-30d`), as later versions of Ghost do.',
    names: /posts\/filter-now$/,
    explains: isAt(/^posts\[\]$/, /^meta\.pagination\.(next|total|pages)$/),
  },
  {
    reason: 'A column that cannot be filtered gets the same error as an unknown one.',
    names: /posts\/filter-mobiledoc$/,
    explains: isAt(/^errors\[\]\.(message|code)$/),
  },
  {
    reason: 'Past the last page there is no next page.',
    names: /beyond/,
    explains: isAt(/pagination\.(next|prev)$/),
  },
  {
    reason: 'An unknown field in `order` is ignored, so the default order applies.',
    names: /tags\/order-(count-noinclude|unknown)/,
    explains: isAt(/^tags\[\]\.\w+$/),
  },
  {
    reason: 'The settings keys ghost_head and ghost_foot are not served.',
    explains: isAt(/^settings\.ghost_(head|foot)$/),
  },
  {
    reason: 'The secondary navigation is served from v3 on.',
    explains: isAt(/^settings\.secondary_navigation$/),
  },
  {
    reason: 'A member token is accepted only together with the content key.',
    names: /^gating\/.*token-only$/,
    explains: (difference, exchange, response) =>
      [200, 500].some((recorded) => isStatus(recorded, 403)(difference, exchange, response)),
  },
  {
    reason: 'A member token is accepted only together with the content key.',
    names: /^gating\/minted-free-(fields-html|settings)$/,
    explains: isStatus(200, 403),
  },
  {
    reason: 'A member token that cannot be verified is rejected. Ghost verifies its own tokens only after a restart.',
    names: /^gating\/(before|after)-restart-(.*token-and-key|bad-member-token)$/,
    explains: (difference, exchange, response) =>
      [200, 500].some((recorded) => isStatus(recorded, 401)(difference, exchange, response)),
  },
  {
    reason: 'A member token without the claims that Almanac signs is refused.',
    names: /^gating\/minted-paid-empty/,
    explains: isStatus(200, 401),
  },
  {
    reason: 'The version v4 of official clients is served as v5.',
    names: /^misc\/v4$/,
    explains: (difference, exchange, response) =>
      isStatus(404, 200)(difference, exchange, response) || isAt(/^header:access-control-allow-origin$/)(difference),
  },
];
