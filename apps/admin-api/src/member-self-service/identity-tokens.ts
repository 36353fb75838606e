import { Setting } from '@almanac/entities';
import { InternalServerError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto';
import { DataSource, In } from 'typeorm';

const LIFETIME_SECONDS = 600;

interface SigningKeys {
  publicKey: string;
  privateKey: string;
}

/** The public key of identity tokens as a JSON Web Key (RFC 7517). */
export interface PublicJwk extends JsonWebKey {
  kid: string;
  use: 'sig';
  alg: 'RS512';
}

/** Signs the JWTs that identify a member to the Content API and to other services, with the keys in the site's settings. */
@Injectable()
export class IdentityTokens {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  /** A token for the member with this e-mail address; it is valid for 10 minutes. @throws InternalServerError if the site has no keys */
  async sign(email: string): Promise<string> {
    const { publicKey, privateKey } = await this.readKeys();
    const { siteUrl: site } = this.configuration;
    const { kid } = toJwk(publicKey);
    const iat = Math.floor(this.clock.now().getTime() / 1000);
    const claims = { sub: email, kid, iat, exp: iat + LIFETIME_SECONDS, aud: site, iss: `${site}/members/api` };
    return jwt.sign(claims, privateKey, { algorithm: 'RS512', keyid: kid });
  }

  /** The key that verifies the tokens. @throws InternalServerError if the site has no keys */
  async publicJwk(): Promise<PublicJwk> {
    const { publicKey } = await this.readKeys();
    return toJwk(publicKey);
  }

  private async readKeys(): Promise<SigningKeys> {
    const keys = In(['members_public_key', 'members_private_key']);
    const rows = await this.dataSource.manager.findBy(Setting, { key: keys });
    const valueOf = (key: string): string => {
      const value = rows.find((row) => row.key === key)?.value;
      if (!value) throw new InternalServerError(`The setting ${key} is missing.`);
      return value;
    };
    return { publicKey: valueOf('members_public_key'), privateKey: valueOf('members_private_key') };
  }
}

/** The `kid` is the thumbprint of the key (RFC 7638). */
function toJwk(publicKey: string): PublicJwk {
  const { kty, n, e } = createPublicKey(publicKey).export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  return { kty, n, e, kid, use: 'sig', alg: 'RS512' };
}
