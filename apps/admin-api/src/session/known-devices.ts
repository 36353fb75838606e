import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const NONCE_BYTES = 16;
const MARK_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Recognises a device, i.e. a browser, in which a user signed in before (ADR 0122). The secret of a session is a random nonce of 128
 * bits and a mark. The mark is an HMAC of the nonce and the id of the user, truncated to 128 bits. The cookie with the secret stays in
 * the browser after the sign-out, so the mark can be verified although no session is stored.
 * The mark alone does not authenticate a user: a session is found by the digest of the whole secret.
 */
@Injectable()
export class KnownDevices {
  private readonly key: Buffer;

  constructor({ encryptionKey }: AdminApiConfiguration) {
    this.key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'almanac device mark', KEY_BYTES));
  }

  /** A new secret for a session of the user, in base64url. */
  createSecret(userId: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    return Buffer.concat([nonce, this.markOf(userId, nonce)]).toString('base64url');
  }

  /** Whether the secret was created for a session of this user, open or ended. */
  isKnown(secret: string | undefined, userId: string | undefined): boolean {
    const bytes = Buffer.from(secret ?? '', 'base64url');
    if (bytes.length !== NONCE_BYTES + MARK_BYTES) return false;
    // Failed sign-ins are counted by the string. `Buffer` ignores e.g. a dot in it, so other strings with the same bytes are not known.
    if (bytes.toString('base64url') !== secret) return false;
    // The mark is also computed without a user, so that the response time does not reveal whether a username exists.
    const mark = this.markOf(userId ?? '', bytes.subarray(0, NONCE_BYTES));
    return timingSafeEqual(bytes.subarray(NONCE_BYTES), mark) && userId !== undefined;
  }

  private markOf(userId: string, nonce: Buffer): Buffer {
    return createHmac('sha256', this.key).update(nonce).update(userId).digest().subarray(0, MARK_BYTES);
  }
}
