import type { PublishingContext } from '../publishing-context';

/** The link in a mail to staff: into the front end at `adminUrl`, by default to the page of admin-api. */
export function staffLink(
  { siteUrl, adminUrl = `${siteUrl.replace(/\/+$/, '')}/staff/` }: Pick<PublishingContext, 'siteUrl' | 'adminUrl'>,
  purpose: 'signup' | 'reset',
  token: string,
): string {
  return `${adminUrl.replace(/\/*$/, '/')}#/${purpose}/${token}/`;
}
