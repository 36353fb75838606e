import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * A new random secret of 256 bits in base64url: the token of a mailed link and of its session, or of a personal feed. GraphQL calls
 * the token of a link `hash`.
 */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The digest of a secret, which is stored instead of it: SHA-256 in hex. A random secret needs neither salt nor stretching. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
