import { BadRequestError, UnauthorizedError } from '@almanac/errors';
import { assertNoCriticalHeader, assertTokenTimes } from '@almanac/platform';
import jwt from 'jsonwebtoken';
import { createSecretKey } from 'node:crypto';

const CODE = 'INVALID_JWT';
const MAX_AGE_SECONDS = 300;
/** The compact form of a JWS (RFC 7515, 7.1). */
const compactForm = /^([\w-]+)\.[\w-]+\.[\w-]*$/;

/** What a token's `aud` has to be. */
export interface TokenAudience {
  /** Every value that is accepted. */
  values: ReadonlySet<string>;
  /** How the error names them. Clients of Ghost know a regular expression here. */
  name: string;
}

export interface TokenExpectation {
  audience: TokenAudience;
  now: Date;
  /** False for the scheduler, whose tokens are made long before they are used. */
  hasMaxAge: boolean;
}

function invalid(reason: string, cause?: unknown): UnauthorizedError {
  return new UnauthorizedError(`Invalid token: ${reason}`, { code: CODE, cause });
}

function parseHeader(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  } catch (cause) {
    // The one malformed token that Ghost answers with 400.
    throw new BadRequestError('Invalid token', { code: CODE, cause });
  }
}

/**
 * Reads the id of the key that a token names. Nothing of the token is verified yet.
 * @throws BadRequestError when the header is not JSON or has no `kid`, as Ghost does
 * @throws UnauthorizedError when the token has another form, or its `kid` is not a string
 */
export function keyIdOf(token: string): string {
  const [, encoded] = compactForm.exec(token) ?? [];
  if (encoded === undefined) throw invalid('jwt malformed');
  const header = parseHeader(encoded);
  if (typeof header !== 'object' || header === null || Array.isArray(header)) throw invalid('jwt malformed');
  if (!('kid' in header)) throw new BadRequestError('Admin API kid missing.', { code: 'MISSING_ADMIN_API_KID' });
  if (typeof header.kid !== 'string') throw invalid('kid must be a string');
  return header.kid;
}

/**
 * Verifies a token with the secret of the key it names: HS256 over the hex-decoded secret, audience, times, no `crit`.
 * @throws UnauthorizedError with the reason
 */
export function assertValidToken(token: string, secret: string, expected: TokenExpectation): void {
  try {
    // A key object: of a bare buffer the library first tries to make a public key, which costs more than the check.
    const { header, payload } = jwt.verify(token, createSecretKey(secret, 'hex'), {
      algorithms: ['HS256'],
      complete: true,
      clockTimestamp: Math.floor(expected.now.getTime() / 1000),
      ...(expected.hasMaxAge && { maxAge: MAX_AGE_SECONDS }),
    });
    assertNoCriticalHeader(header);
    assertClaims(payload, expected);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error), error);
  }
}

function assertClaims(claims: unknown, { audience, now, hasMaxAge }: TokenExpectation): void {
  if (typeof claims !== 'object' || claims === null) throw new Error('the claims must be an object');
  const { aud } = claims as { aud?: unknown };
  // `aud` is one value or a list of them (RFC 7519, 4.1.3).
  const isForUs = [aud].flat().some((value) => typeof value === 'string' && audience.values.has(value));
  if (!isForUs) throw new Error(`jwt audience invalid. expected: ${audience.name}`);
  assertTokenTimes(claims, { now, ...(hasMaxAge && { maxLifetimeSeconds: MAX_AGE_SECONDS }) });
}
