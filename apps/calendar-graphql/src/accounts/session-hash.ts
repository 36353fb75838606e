import { createHash, randomBytes } from 'node:crypto';

const HASH_BYTES = 32;

/** A new secret of 256 bits in base64url: what a mailed link carries and a session is presented with. */
export function createHashSecret(): string {
  return randomBytes(HASH_BYTES).toString('base64url');
}

/** What is stored instead of the secret: its SHA-256 in hex. The secret is random, so it needs neither salt nor stretching. */
export function digestOf(hash: string): string {
  return createHash('sha256').update(hash).digest('hex');
}
