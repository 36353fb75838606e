import { createHmac, timingSafeEqual } from 'node:crypto';
import { InternalServerError } from '@almanac/errors';
import type { Recipient } from '@almanac/rendering';
import type { EntityManager } from 'typeorm';

/** The purpose of a link in a mail. Its token is valid for this purpose only. */
export type LinkPurpose = 'unsubscribe' | 'preferences';

/** The token in the links of previews and test mails, which belong to no member. */
export const PREVIEW_TOKEN = 'preview';

/** The length of a member id in characters; a token begins with the id. */
const ID_LENGTH = 24;
/** The setting with the key that signs the tokens. Every site has its own key; exports do not contain it. */
const KEY_SETTING = 'members_email_auth_secret';

function signatureOf(purpose: LinkPurpose, memberId: string, secret: string): string {
  return createHmac('sha256', secret).update(`${purpose} ${memberId}`).digest('base64url');
}

/**
 * The token of one member for one purpose. It never expires, because a member may open a mail years later.
 * @param secret the result of `readLinkSecret`
 */
export function memberToken(purpose: LinkPurpose, memberId: string, secret: string): string {
  return `${memberId}${signatureOf(purpose, memberId, secret)}`;
}

/** The member id in a token, also if the member was deleted. Null for a token that this site did not sign for the purpose. */
export function memberIdOfToken(purpose: LinkPurpose, token: string, secret: string): string | null {
  const memberId = token.slice(0, ID_LENGTH);
  const given = Buffer.from(token.slice(ID_LENGTH));
  const expected = Buffer.from(signatureOf(purpose, memberId, secret));
  return given.length === expected.length && timingSafeEqual(given, expected) ? memberId : null;
}

function linkTo(purpose: LinkPurpose, siteUrl: string, token: string): string {
  return `${siteUrl}/members/${purpose}/?token=${token}`;
}

/** The personal links in the mails to a member: to unsubscribe, also by one POST request (RFC 8058), and to the preferences page. */
export function memberLinks(
  memberId: string,
  { siteUrl, secret }: { siteUrl: string; secret: string },
): Pick<Recipient, 'unsubscribeUrl' | 'preferencesUrl'> {
  const link = (purpose: LinkPurpose): string => linkTo(purpose, siteUrl, memberToken(purpose, memberId, secret));
  return { unsubscribeUrl: link('unsubscribe'), preferencesUrl: link('preferences') };
}

/** The recipient of previews and test mails: without a name, and with links that change nothing. */
export function sampleRecipient(siteUrl: string): Recipient {
  return {
    name: null,
    email: 'member@example.com',
    unsubscribeUrl: linkTo('unsubscribe', siteUrl, PREVIEW_TOKEN),
    preferencesUrl: linkTo('preferences', siteUrl, PREVIEW_TOKEN),
  };
}

/** Reads the key that signs the tokens. @throws InternalServerError when the site has none */
export async function readLinkSecret(manager: EntityManager): Promise<string> {
  const [row] = await manager.query<{ value: string | null }[]>(
    'select value from publishing.settings where key = $1',
    [KEY_SETTING],
  );
  if (!row?.value) throw new InternalServerError(`The setting ${KEY_SETTING} is missing.`);
  return row.value;
}
