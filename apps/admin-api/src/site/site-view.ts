import type { SiteView } from '@almanac/api-versions';
import type { AdminApiConfiguration } from '@almanac/validation';

/** What surrounds every answer. Dates of the Admin API are UTC whatever the site's zone. */
export function siteViewOf({ siteUrl }: Pick<AdminApiConfiguration, 'siteUrl'>): SiteView {
  return { url: siteUrl.replace(/\/$/, ''), timezone: 'Etc/UTC' };
}
