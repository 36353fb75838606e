import { MemberSignInToken } from '@almanac/entities';
import { requestMail } from '../mails/request-mail';
import type { PublishingContext } from '../publishing-context';
import { createSecret, digestOf } from '../secrets/secret';
import { readSiteTitle } from '../settings/site-title';
import type { WriteScope } from '../write-scope';

/** The purposes of a sign-in link. The purpose selects the text of the mail. */
export const signInEmailTypes = ['signin', 'signup', 'subscribe'] as const;
export type SignInEmailType = (typeof signInEmailTypes)[number];

const MINUTE_MS = 60_000;
/** How long a link is valid. New members may open the mail hours later; members who sign in use the link at once. */
const LIFETIME_MS: Record<SignInEmailType, number> = {
  signin: 10 * MINUTE_MS,
  subscribe: 24 * 60 * MINUTE_MS,
  signup: 24 * 60 * MINUTE_MS,
};

/** The address that gets the link, and the purpose of the link. */
interface RequestedLink {
  email: string;
  emailType: SignInEmailType;
}

/**
 * Stores a token that signs in once, and creates the parameters of its link. The database stores only a digest of the token.
 * @returns the query string: `token=…&action=…`
 */
export async function createLinkParameters(
  scope: WriteScope,
  { clock }: PublishingContext,
  { email, emailType }: RequestedLink,
): Promise<string> {
  const token = createSecret();
  const now = clock.now();
  await scope.manager.insert(MemberSignInToken, {
    tokenDigest: digestOf(token),
    email,
    emailType,
    expiresAt: new Date(now.getTime() + LIFETIME_MS[emailType]),
    createdAt: now,
  });
  return `token=${token}&action=${emailType}`;
}

/**
 * Creates the link that staff copy, to open the site as the member or to send the link to the member. It is not mailed, so no mail scanner
 * opens it: unlike a mailed link, it signs in without a page that asks for confirmation.
 * @returns the URL
 */
export async function createSignInLink(scope: WriteScope, context: PublishingContext, email: string): Promise<string> {
  return `${context.siteUrl}/members/?${await createLinkParameters(scope, context, { email, emailType: 'signin' })}`;
}

/**
 * Requests a mail with a link to a page that asks for confirmation. Mail scanners open every link, and would use up a link that signs in
 * at once.
 */
export async function mailSignInLink(
  scope: WriteScope,
  context: PublishingContext,
  requested: RequestedLink,
): Promise<void> {
  const url = `${context.siteUrl}/members/confirm/?${await createLinkParameters(scope, context, requested)}`;
  const { email, emailType } = requested;
  const values = { siteTitle: await readSiteTitle(scope.manager), siteUrl: context.siteUrl, emailType, url };
  await requestMail(scope, { template: 'member-sign-in', to: email, values }, context.encryptionKey);
}
