import { siteView, type SiteView } from '@almanac/api-versions';
import type { AdminApiConfiguration } from '@almanac/validation';

/** The properties of the site that serializers need. The Admin API writes dates in UTC, not in the time zone of the site. */
export function siteViewOf({ siteUrl }: Pick<AdminApiConfiguration, 'siteUrl'>): SiteView {
  return siteView(siteUrl, 'Etc/UTC');
}
