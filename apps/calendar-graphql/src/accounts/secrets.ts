import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * A new random secret of 256 bits in base64url. It is used as the token of a sign-in link, of a session, or of a personal feed. GraphQL
 * calls the token of a link or session `hash`.
 */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * SHA-256 of a string in hex. The database stores this digest instead of a secret. A random secret needs neither salt nor key stretching.
 * The keys of rate limits contain the digest of an e-mail address instead of the address.
 */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
