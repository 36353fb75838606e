import { UnauthorizedError } from '@almanac/errors';
import { type JwtPayload, verify } from 'jsonwebtoken';
import type { KeyObject } from 'node:crypto';

/** The token of `Authorization: GhostMembers <token>`; undefined for any other kind of authorization. */
export function memberTokenOf(authorization: string | undefined): string | undefined {
  const [, token] = /^GhostMembers(?:\s+(.*))?$/is.exec(authorization ?? '') ?? [];
  return /^GhostMembers(\s|$)/i.test(authorization ?? '') ? (token ?? '') : undefined;
}

/** Whoever of ours issues or receives identity tokens of members. */
function partiesOf(siteUrl: string): { issuer: [string, ...string[]]; audience: [string, ...string[]] } {
  const membersApi = `${siteUrl}/members/api`;
  return {
    issuer: [membersApi, ...['v3', 'canary'].map((version) => `${siteUrl}/ghost/api/${version}/members/`)],
    audience: [siteUrl, new URL(siteUrl).origin, membersApi],
  };
}

function refuse(cause?: unknown): UnauthorizedError {
  return new UnauthorizedError('Invalid member token.', { code: 'INVALID_JWT', cause });
}

/**
 * The e-mail address a member's identity token vouches for.
 * @param key the site's public key; without one no token is ours
 * @throws UnauthorizedError unless the token is RS512, ours, for us, and has not expired
 */
export function emailOfMemberToken(token: string, key: KeyObject | null, siteUrl: string, now: Date): string {
  if (!key) throw refuse();
  const clockTimestamp = Math.floor(now.getTime() / 1000);
  let claims: string | JwtPayload;
  try {
    claims = verify(token, key, { algorithms: ['RS512'], ...partiesOf(siteUrl), clockTimestamp });
  } catch (cause) {
    throw refuse(cause);
  }
  if (typeof claims === 'string' || typeof claims.sub !== 'string' || typeof claims.exp !== 'number') throw refuse();
  return claims.sub;
}
