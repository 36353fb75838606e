import type { PublishingContext } from '../publishing-context';

/** What a mail to staff leads to: the editor's front end where there is one, else the page admin-api has for it. */
export function staffLink(
  { siteUrl, adminUrl = `${siteUrl.replace(/\/+$/, '')}/staff/` }: Pick<PublishingContext, 'siteUrl' | 'adminUrl'>,
  purpose: 'signup' | 'reset',
  token: string,
): string {
  return `${adminUrl.replace(/\/*$/, '/')}#/${purpose}/${token}/`;
}
