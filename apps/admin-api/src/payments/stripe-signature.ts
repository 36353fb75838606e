import { createHmac, timingSafeEqual } from 'node:crypto';

/** The maximum difference between the time in the header and the current time. An attacker may have sent an older request again. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether the `Stripe-Signature` header has a valid `v1` signature, which is an HMAC-SHA-256 over `<time>.<body>`, and a recent time.
 * @param body the unparsed body
 * @param header e.g. `t=1614556800,v1=5257a8…`
 * @param secret the signing secret of the webhook endpoint at Stripe
 */
export function isSignedByStripe(body: Buffer, header: string, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const time = Number(parts.find(([name]) => name === 't')?.[1]);
  if (!Number.isInteger(time) || Math.abs(now.getTime() / 1000 - time) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts.some(([name, value = '']) => {
    const given = name === 'v1' ? Buffer.from(value, 'hex') : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
