import { fromHex, hmacKey, toBase64Url, utf8 } from '../bytes.ts';
import type { Authentication } from './authentication.ts';

const LIFETIME_SECONDS = 300;
/** A token is replaced this long before it expires, so that it is still valid when the request arrives. */
const RESERVE_SECONDS = 60;

/** Encodes the header or the payload of a token: JSON in base64url. */
const encodePart = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));

/** @throws TypeError when the key does not have the form `<id>:<secret>` */
function parseAdminKey(key: string): { id: string; secret: string } {
  const [, id, secret] = /^([0-9a-f]{24}):([0-9a-f]{64})$/i.exec(key) ?? [];
  if (!id || !secret) throw new TypeError('An admin key has the form <id>:<secret>: 24 and 64 hexadecimal characters.');
  return { id, secret };
}

/**
 * Signs a JSON Web Token for the Admin API.
 * @param key `<id>:<secret>` of an integration; the secret is hexadecimal
 * @param audience the claim `aud`: `/<API version>/admin/`
 * @param nowMs the current time in milliseconds
 * @returns a token that is valid for five minutes from `nowMs`
 * @throws TypeError when the key does not have the form `<id>:<secret>`
 */
export async function createAdminToken(key: string, audience: string, nowMs = Date.now()): Promise<string> {
  const { id, secret } = parseAdminKey(key);
  const iat = Math.floor(nowMs / 1000);
  const header = encodePart({ alg: 'HS256', typ: 'JWT', kid: id });
  const signingInput = `${header}.${encodePart({ iat, exp: iat + LIFETIME_SECONDS, aud: audience })}`;
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(fromHex(secret)), utf8(signingInput));
  return `${signingInput}.${toBase64Url(new Uint8Array(signature))}`;
}

/** Authenticates programs by the admin key of an integration. Never put this key into a web page: every visitor could read it. */
export class AdminKeyAuthentication implements Authentication {
  private token?: { value: Promise<string>; replaceAtMs: number };

  /** @throws TypeError when the key does not have the form `<id>:<secret>` */
  constructor(
    private readonly key: string,
    private readonly audience: string,
  ) {
    parseAdminKey(key);
  }

  async authenticate(request: Request): Promise<Request> {
    request.headers.set('authorization', `Ghost ${await this.currentToken()}`);
    return request;
  }

  observe(response: Response): void {
    // The next request gets a new token: this one may have been signed while the clock of this computer was wrong.
    if (response.status === 401) this.token = undefined;
  }

  private currentToken(): Promise<string> {
    const now = Date.now();
    if (!this.token || now >= this.token.replaceAtMs) {
      const replaceAtMs = now + (LIFETIME_SECONDS - RESERVE_SECONDS) * 1000;
      this.token = { value: createAdminToken(this.key, this.audience, now), replaceAtMs };
    }
    return this.token.value;
  }
}
