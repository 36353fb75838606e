import type { SiteView } from './views';

const DEFAULT_TIMEZONE = 'Etc/UTC';

/**
 * The data of the site that serializers need.
 * @param siteUrl the configured URL, without a slash at its end
 * @param timezone the stored setting `active_timezone`; UTC if it is absent or empty
 */
export function siteView(siteUrl: string, timezone?: string | null): SiteView {
  return { url: siteUrl, timezone: timezone || DEFAULT_TIMEZONE };
}
