import { createHash, randomBytes } from 'node:crypto';

const HASH_BYTES = 32;

/** A new secret of 256 bits in base64url: the hash of a mailed link and the bearer token of its session. */
export function createHashSecret(): string {
  return randomBytes(HASH_BYTES).toString('base64url');
}

/** The stored digest of a secret: SHA-256 in hex. A random secret needs neither salt nor stretching. */
export function digestOf(hash: string): string {
  return createHash('sha256').update(hash).digest('hex');
}
