import type { PublishingContext } from '../publishing-context';

/**
 * The link in a mail to staff: to a screen of the Console. The token is in the fragment, which browsers do not send, so no
 * server or proxy logs it.
 */
export function staffLink(
  { siteUrl, adminUrl = siteUrl }: Pick<PublishingContext, 'siteUrl' | 'adminUrl'>,
  purpose: 'signup' | 'reset',
  token: string,
): string {
  return `${adminUrl.replace(/\/+$/, '')}/console/${purpose}#${token}`;
}
