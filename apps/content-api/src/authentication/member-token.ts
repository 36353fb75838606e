import { UnauthorizedError } from '@almanac/errors';
import { assertNoCriticalHeader, assertTokenTimes } from '@almanac/platform';
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
 * @throws UnauthorizedError unless the token is RS512, ours, for us, within its times and without `crit`
 */
export function emailOfMemberToken(token: string, key: KeyObject | null, siteUrl: string, now: Date): string {
  if (!key) throw refuse();
  const clockTimestamp = Math.floor(now.getTime() / 1000);
  try {
    const expected = { algorithms: ['RS512' as const], ...partiesOf(siteUrl), clockTimestamp };
    const { header, payload } = verify(token, key, { ...expected, complete: true });
    assertNoCriticalHeader(header);
    return subjectOf(payload, now);
  } catch (cause) {
    throw refuse(cause);
  }
}

function subjectOf(claims: string | JwtPayload, now: Date): string {
  if (typeof claims === 'string') throw new Error('the claims must be an object');
  assertTokenTimes(claims, { now });
  if (typeof claims.sub !== 'string') throw new Error('sub required');
  return claims.sub;
}
