import { BadRequestError, UnauthorizedError } from '@almanac/errors';
import { assertNoCriticalHeader, assertTokenTimes } from '@almanac/platform';
import jwt from 'jsonwebtoken';
import { createSecretKey } from 'node:crypto';

const ERROR_CODE = 'INVALID_JWT';
const MAX_AGE_SECONDS = 300;
/** The compact form of a JWS (RFC 7515, 7.1). */
const COMPACT_FORM = /^([\w-]+)\.[\w-]+\.[\w-]*$/;

/** The accepted `aud` claims. */
export interface TokenAudience {
  values: ReadonlySet<string>;
  /** The audience as error messages show it: a regular expression, as in Ghost. */
  nameInErrors: string;
}

/** The requirements for a token. */
export interface TokenExpectation {
  audience: TokenAudience;
  now: Date;
  /**
   * Whether a token is rejected if it is older than 300 seconds, or if its lifetime is longer than that. False for an external scheduler
   * (a program outside Almanac that calls `PUT schedules/…`), which creates tokens long before it uses them.
   */
  hasMaxAge: boolean;
}

function invalidToken(reason: string, cause?: unknown): UnauthorizedError {
  return new UnauthorizedError(`Invalid token: ${reason}`, { code: ERROR_CODE, cause });
}

function parseHeader(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  } catch (cause) {
    // As in Ghost: 400 for a header that is not JSON, but 401 for a token without the compact form.
    throw new BadRequestError('Invalid token', { code: ERROR_CODE, cause });
  }
}

/**
 * The `kid` of an unverified token: the id of the key that signed it.
 * @throws BadRequestError when the header is not JSON or has no `kid`, as in Ghost
 * @throws UnauthorizedError when the token is otherwise malformed or its `kid` is not a string
 */
export function keyIdOf(token: string): string {
  const [, encoded] = COMPACT_FORM.exec(token) ?? [];
  if (encoded === undefined) throw invalidToken('jwt malformed');
  const header = parseHeader(encoded);
  if (typeof header !== 'object' || header === null || Array.isArray(header)) throw invalidToken('jwt malformed');
  if (!('kid' in header)) throw new BadRequestError('Admin API kid missing.', { code: 'MISSING_ADMIN_API_KID' });
  if (typeof header.kid !== 'string') throw invalidToken('kid must be a string');
  return header.kid;
}

/**
 * Verifies the HS256 signature, the audience and the times of a token. Rejects a header with `crit` (ADR 0120).
 * @param secret hex-encoded
 * @throws UnauthorizedError with the reason
 */
export function assertValidToken(token: string, secret: string, expected: TokenExpectation): void {
  try {
    // A key object, because the library would first try to parse a buffer as a public key, which takes longer than the HMAC.
    const { header, payload } = jwt.verify(token, createSecretKey(secret, 'hex'), {
      algorithms: ['HS256'],
      complete: true,
      clockTimestamp: Math.floor(expected.now.getTime() / 1000),
      ...(expected.hasMaxAge && { maxAge: MAX_AGE_SECONDS }),
    });
    assertNoCriticalHeader(header);
    assertClaims(payload, expected);
  } catch (error) {
    throw invalidToken(error instanceof Error ? error.message : String(error), error);
  }
}

function assertClaims(claims: unknown, { audience, now, hasMaxAge }: TokenExpectation): void {
  if (typeof claims !== 'object' || claims === null) throw new Error('the claims must be an object');
  const { aud } = claims as { aud?: unknown };
  // RFC 7519, 4.1.3: `aud` is a string or a list of strings.
  const isAccepted = [aud].flat().some((value) => typeof value === 'string' && audience.values.has(value));
  if (!isAccepted) throw new Error(`jwt audience invalid. expected: ${audience.nameInErrors}`);
  assertTokenTimes(claims, { now, ...(hasMaxAge && { maxLifetimeSeconds: MAX_AGE_SECONDS }) });
}
