import { siteView, type SiteView } from '@almanac/api-versions';
import type { AdminApiConfiguration } from '@almanac/validation';

/** The site as serializers need it. The Admin API writes dates in UTC, whatever the timezone of the site. */
export function siteViewOf({ siteUrl }: Pick<AdminApiConfiguration, 'siteUrl'>): SiteView {
  return siteView(siteUrl, 'Etc/UTC');
}
