import { type OpenedMemberSession, type SignInEmailType, signInEmailTypes } from '@almanac/publishing';
import type { FastifyReply } from 'fastify';
import { setMemberCookie } from './member-cookie';

/** The purpose of a link; `signin` for a value that is not a purpose. */
export function emailTypeOf(value: unknown): SignInEmailType {
  return signInEmailTypes.find((type) => type === value) ?? 'signin';
}

/** The result of a link. */
interface SignInOutcome {
  /** Null if the link is unknown, used or expired. */
  session: OpenedMemberSession | null;
  /** The purpose that the link names; used if there is no session, because the stored purpose is then unknown. */
  action: SignInEmailType;
  siteUrl: string;
}

/** Redirects to the site, which shows the outcome, and sets the cookie of the session. */
export async function redirectToSite(reply: FastifyReply, { session, action, siteUrl }: SignInOutcome): Promise<void> {
  if (session) setMemberCookie(reply, session, siteUrl);
  const outcome = new URLSearchParams({
    action: session?.emailType ?? action,
    success: String(session !== null),
  });
  await reply.redirect(`${siteUrl}/?${outcome.toString()}`, 302);
}
