import { memberLinks } from '@almanac/publishing';
import type { RenderedMail } from '../send-mail/mailer';
import type { EmailToSend, PendingRecipient } from './email-to-send';

/** The headers that let mail programs offer to unsubscribe (RFC 2369, RFC 8058) and recognise a mailing list (RFC 2919). */
function listHeaders(unsubscribeUrl: string, siteUrl: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<newsletter.${new URL(siteUrl).hostname}>`,
    Precedence: 'bulk',
  };
}

/** The parts of a newsletter from which the mail to one member is made. */
type MailParts = Pick<EmailToSend, 'subject' | 'personalizeFree' | 'personalizePaid' | 'linkSecret'>;

/** The mail of a newsletter to one member; null when the member may read nothing of the post. */
export function messageFor(
  { subject, personalizeFree, personalizePaid, linkSecret: secret }: MailParts,
  { memberId, address, name, isPaying }: Pick<PendingRecipient, 'memberId' | 'name' | 'isPaying'> & { address: string },
  siteUrl: string,
): RenderedMail | null {
  const personalize = isPaying ? personalizePaid : personalizeFree;
  if (!personalize) return null;
  const links = memberLinks(memberId, { siteUrl, secret });
  const { html, text } = personalize({ name, email: address, ...links });
  return { subject, html, text, headers: listHeaders(links.unsubscribeUrl, siteUrl) };
}
