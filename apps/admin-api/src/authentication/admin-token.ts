import { BadRequestError, UnauthorizedError } from '@almanac/errors';
import jwt from 'jsonwebtoken';
import { createSecretKey } from 'node:crypto';

const CODE = 'INVALID_JWT';
const MAX_AGE_SECONDS = 300;

export interface TokenExpectation {
  /** What the token must be made for. */
  audience: RegExp;
  now: Date;
  /** False for the scheduler, whose tokens are made long before they are used. */
  hasMaxAge: boolean;
}

/**
 * Reads which key a token says it is signed with, trusting nothing else of it.
 * @throws BadRequestError when it is no token, or names no key
 */
export function keyIdOf(token: string): string {
  const decoded = decode(token);
  if (decoded === null) throw new BadRequestError('Invalid token', { code: CODE });
  const { kid } = decoded.header;
  if (kid === undefined || kid === '') {
    throw new BadRequestError('Admin API kid missing.', { code: 'MISSING_ADMIN_API_KID' });
  }
  return String(kid);
}

function decode(token: string): jwt.Jwt | null {
  try {
    return jwt.decode(token, { complete: true });
  } catch {
    return null;
  }
}

/**
 * Checks a token against the key it names: HS256 over the hex-decoded secret, audience, lifetime, at most five minutes old.
 * @throws UnauthorizedError saying what is wrong
 */
export function assertValidToken(token: string, secret: string, { audience, now, hasMaxAge }: TokenExpectation): void {
  try {
    // A key object: of a bare buffer the library first tries to make a public key, which costs more than the check.
    jwt.verify(token, createSecretKey(secret, 'hex'), {
      algorithms: ['HS256'],
      audience,
      clockTimestamp: Math.floor(now.getTime() / 1000),
      ...(hasMaxAge && { maxAge: MAX_AGE_SECONDS }),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnauthorizedError(`Invalid token: ${reason}`, { code: CODE, cause: error });
  }
}
