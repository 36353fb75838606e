import type { PublishingContext } from '../publishing-context';

/**
 * The URL of a Console screen, for a mail to staff. The token is in the fragment, which browsers do not send, so no server
 * or proxy logs it.
 */
export function staffLink(
  { siteUrl, adminUrl = siteUrl }: Pick<PublishingContext, 'siteUrl' | 'adminUrl'>,
  purpose: 'signup' | 'reset',
  token: string,
): string {
  return `${adminUrl}/console/${purpose}#${token}`;
}
