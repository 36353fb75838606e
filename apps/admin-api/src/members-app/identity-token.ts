import { Setting } from '@almanac/entities';
import { InternalServerError } from '@almanac/errors';
import jwt from 'jsonwebtoken';
import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto';
import { type EntityManager, In } from 'typeorm';

const LIFETIME_SECONDS = 600;

interface SigningKeys {
  publicKey: string;
  privateKey: string;
}

/** The public half of the key that identity tokens are signed with, as others look it up (RFC 7517). */
export interface PublicJwk extends JsonWebKey {
  kid: string;
  use: 'sig';
  alg: 'RS512';
}

/** The site's keys for identity tokens. */
export async function signingKeys(manager: EntityManager): Promise<SigningKeys> {
  const rows = await manager.findBy(Setting, { key: In(['members_public_key', 'members_private_key']) });
  const valueOf = (key: string): string => {
    const value = rows.find((row) => row.key === key)?.value;
    if (!value) throw new InternalServerError(`The setting ${key} is missing.`);
    return value;
  };
  return { publicKey: valueOf('members_public_key'), privateKey: valueOf('members_private_key') };
}

/** The public key with the id that tokens name it by: its thumbprint (RFC 7638). */
export function publicJwk(publicKey: string): PublicJwk {
  const { kty, n, e } = createPublicKey(publicKey).export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  return { kty, n, e, kid, use: 'sig', alg: 'RS512' };
}

/** A token by which the Content API, and whoever knows the public key, recognises a member for ten minutes. */
export function identityToken(
  email: string,
  { publicKey, privateKey }: SigningKeys,
  siteUrl: string,
  now: Date,
): string {
  const site = siteUrl.replace(/\/$/, '');
  const { kid } = publicJwk(publicKey);
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { sub: email, kid, iat, exp: iat + LIFETIME_SECONDS, aud: site, iss: `${site}/members/api` };
  return jwt.sign(claims, privateKey, { algorithm: 'RS512', keyid: kid });
}
