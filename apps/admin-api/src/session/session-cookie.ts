import type { OpenedSession } from '@almanac/publishing';
import type { AdminApiConfiguration } from '@almanac/validation';
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'ghost-admin-api-session';

/** The session secret in the cookie of the request; undefined without the cookie. */
export function sessionSecretOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return headers.cookie === undefined ? undefined : parse(headers.cookie)[SESSION_COOKIE];
}

/** Sets the session cookie. Scripts cannot read it, and browsers do not send it with POST requests of other sites. */
export function setSessionCookie(
  reply: FastifyReply,
  session: OpenedSession,
  { adminUrl, siteUrl }: Pick<AdminApiConfiguration, 'adminUrl' | 'siteUrl'>,
): void {
  const cookie = serialize(SESSION_COOKIE, session.secret, {
    path: '/ghost',
    expires: session.expiresAt,
    httpOnly: true,
    sameSite: 'lax',
    secure: (adminUrl ?? siteUrl).startsWith('https:'),
  });
  void reply.header('set-cookie', cookie);
}
