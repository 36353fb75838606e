import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * A new random secret of 256 bits in base64url: the token of a sign-in link and of its session, of a session by ticket, or of a
 * personal feed. GraphQL calls the token of a link or session `hash`.
 */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * SHA-256 of a string in hex. The database stores this digest instead of a secret, and instead of the e-mail address in a key of a rate
 * limit. A random secret needs neither salt nor key stretching.
 */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
