import type { OpenedMemberSession } from '@almanac/publishing';
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const MEMBER_COOKIE = 'ghost-members-ssr';

/** The secret of a member's session in the cookie of the request, if any. */
export function memberSecretOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return headers.cookie === undefined ? undefined : parse(headers.cookie)[MEMBER_COOKIE];
}

/** Sets the session cookie. Scripts cannot read it, and browsers do not send it with POST requests of other sites. */
export function setMemberCookie(
  reply: FastifyReply,
  { secret, expiresAt }: OpenedMemberSession,
  siteUrl: string,
): void {
  void reply.header('set-cookie', memberCookie(secret, expiresAt, siteUrl));
}

/** Removes the session cookie from the browser. */
export function clearMemberCookie(reply: FastifyReply, siteUrl: string): void {
  void reply.header('set-cookie', memberCookie('', new Date(0), siteUrl));
}

function memberCookie(value: string, expires: Date, siteUrl: string): string {
  const secure = siteUrl.startsWith('https:');
  return serialize(MEMBER_COOKIE, value, { path: '/', expires, httpOnly: true, sameSite: 'lax', secure });
}
