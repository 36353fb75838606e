import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret of 256 random bits in base64url, for URLs and cookies. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The SHA-256 digest in hex, which is stored instead of the secret. Secrets of 256 random bits need no slow hash. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
