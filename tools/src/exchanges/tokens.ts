import { createHmac, createSign } from 'node:crypto';
import type { JsonValue, RecordedToken } from './exchange';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The header and claims of a valid token for the Admin API. @param keyId the id of the admin key */
export function validToken(version: string, keyId: string): RecordedToken {
  return {
    header: { alg: 'HS256', typ: 'JWT', kid: keyId },
    claims: { iat: 'now', exp: 'now+300s', aud: `/${version}/admin/` },
  };
}

/**
 * Creates a signed JSON Web Token from a recorded one, with present times. With the algorithm `none` the signature is empty.
 * @param secret the key for HMAC, or a PEM private key for RSA
 */
export function signedToken({ header, claims }: RecordedToken, secret: Buffer | string): string {
  const head = `${encode(header)}.${encode(withCurrentTimes(claims))}`;
  return `${head}.${signature(header.alg ?? 'none', head, secret)}`;
}

function signature(algorithm: string, text: string, secret: Buffer | string): string {
  const digest = `sha${algorithm.slice(2)}`;
  if (algorithm.startsWith('HS')) return createHmac(digest, secret).update(text).digest('base64url');
  if (algorithm.startsWith('RS')) return createSign(digest).update(text).sign(secret, 'base64url');
  return '';
}

/** Replaces times such as `now-600s` by seconds since 1970. */
function withCurrentTimes(claims: Record<string, JsonValue>): Record<string, JsonValue> {
  const now = Math.floor(Date.now() / 1000);
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => {
      const match = typeof value === 'string' ? /^now(?:([+-]\d+)s)?$/.exec(value) : null;
      return [name, match ? now + Number(match[1] ?? 0) : value];
    }),
  );
}
