import type { OpenedSession } from '@almanac/publishing';
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'ghost-admin-api-session';

/** The secret of the session a request came with, if it came with one. */
export function sessionSecretOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return headers.cookie === undefined ? undefined : parse(headers.cookie)[SESSION_COOKIE];
}

/** Hands the browser its session; scripts never see it, other sites' forms never carry it. */
export function setSessionCookie(reply: FastifyReply, session: OpenedSession, siteUrl: string): void {
  const cookie = serialize(SESSION_COOKIE, session.secret, {
    path: '/ghost',
    expires: session.expiresAt,
    httpOnly: true,
    sameSite: 'lax',
    secure: siteUrl.startsWith('https:'),
  });
  void reply.header('set-cookie', cookie);
}
