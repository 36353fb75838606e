import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret nobody can guess, fit for URLs and cookies. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a secret: SHA-256 in hex. Secrets of 256 random bits need no slower hash. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
