import { type OpenedMemberSession, type SignInEmailType, signInEmailTypes } from '@almanac/publishing';
import type { FastifyReply } from 'fastify';
import { setMemberCookie } from './member-cookie';

/** The purpose of a sign-in link; `signin` for a value that is not a purpose. */
export function emailTypeOf(value: unknown): SignInEmailType {
  return signInEmailTypes.find((type) => type === value) ?? 'signin';
}

/** The result of redeeming a sign-in link. */
interface SignInOutcome {
  /** Null if the link opens no session, e.g. because it was used or has expired. */
  session: OpenedMemberSession | null;
  /** The purpose in the URL of the link. It is used only if `session` is null: a session has the purpose that was stored with its link. */
  action: SignInEmailType;
  siteUrl: string;
}

/** Redirects to the site with `action` and `success` in the query string, and sets the cookie of the session. */
export async function redirectToSite(reply: FastifyReply, { session, action, siteUrl }: SignInOutcome): Promise<void> {
  if (session) setMemberCookie(reply, session, siteUrl);
  const outcome = new URLSearchParams({
    action: session?.emailType ?? action,
    success: String(session !== null),
  });
  await reply.redirect(`${siteUrl}/?${outcome.toString()}`, 302);
}
