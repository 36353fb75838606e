import { UnauthorizedError } from '@almanac/errors';
import { assertNoCriticalHeader, assertTokenTimes } from '@almanac/platform';
import { type JwtPayload, verify } from 'jsonwebtoken';
import type { KeyObject } from 'node:crypto';

/**
 * The token in `Authorization: GhostMembers <token>`; an empty string if the header has only the scheme.
 * @returns undefined without the header, and for another authorization scheme
 */
export function memberTokenOf(authorization: string | undefined): string | undefined {
  const match = authorization?.match(/^GhostMembers(?:\s+(\S.*)?)?$/is);
  return match ? (match[1] ?? '') : undefined;
}

/** The issuers and audiences that the identity tokens of this site's members can have. */
function tokenPartiesOf(siteUrl: string): { issuer: [string, ...string[]]; audience: [string, ...string[]] } {
  const membersApi = `${siteUrl}/members/api`;
  return {
    issuer: [membersApi, ...['v3', 'canary'].map((version) => `${siteUrl}/ghost/api/${version}/members/`)],
    audience: [siteUrl, new URL(siteUrl).origin, membersApi],
  };
}

function invalidToken(cause?: unknown): UnauthorizedError {
  return new UnauthorizedError('Invalid member token.', { code: 'INVALID_JWT', cause });
}

/**
 * The e-mail address in a member's identity token: its claim `sub`.
 * @param key the site's public key; without a key every token is invalid
 * @param siteUrl without a trailing slash
 * @throws UnauthorizedError for a token that is not signed with the key by RS512, is expired, or has the issuer or audience of another
 *   site, `iat` more than a minute in the future, or `crit`; and for a token without `exp`, `iat` or `sub`
 */
export function emailOfMemberToken(token: string, key: KeyObject | null, siteUrl: string, now: Date): string {
  if (!key) throw invalidToken();
  const clockTimestamp = Math.floor(now.getTime() / 1000);
  try {
    const expected = { algorithms: ['RS512' as const], ...tokenPartiesOf(siteUrl), clockTimestamp };
    const { header, payload } = verify(token, key, { ...expected, complete: true });
    assertNoCriticalHeader(header);
    return subjectOf(payload, now);
  } catch (cause) {
    throw invalidToken(cause);
  }
}

function subjectOf(claims: string | JwtPayload, now: Date): string {
  if (typeof claims === 'string') throw new Error('the claims must be an object');
  assertTokenTimes(claims, { now });
  if (typeof claims.sub !== 'string') throw new Error('sub required');
  return claims.sub;
}
