import type { OpenedMemberSession } from '@almanac/publishing';
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const MEMBER_COOKIE = 'ghost-members-ssr';

/** The secret of the member's session a request came with, if it came with one. */
export function memberSecretOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return headers.cookie === undefined ? undefined : parse(headers.cookie)[MEMBER_COOKIE];
}

/** Hands the browser its session; scripts never see it, other sites' forms never carry it. */
export function setMemberCookie(
  reply: FastifyReply,
  { secret, expiresAt }: OpenedMemberSession,
  siteUrl: string,
): void {
  void reply.header('set-cookie', cookie(secret, expiresAt, siteUrl));
}

/** Takes the cookie away again. */
export function clearMemberCookie(reply: FastifyReply, siteUrl: string): void {
  void reply.header('set-cookie', cookie('', new Date(0), siteUrl));
}

function cookie(value: string, expires: Date, siteUrl: string): string {
  const secure = siteUrl.startsWith('https:');
  return serialize(MEMBER_COOKIE, value, { path: '/', expires, httpOnly: true, sameSite: 'lax', secure });
}
