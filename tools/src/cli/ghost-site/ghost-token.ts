import { ValidationError } from '@almanac/errors';
import { createHmac } from 'node:crypto';

const KEY = /^([\da-f]{24}):([\da-f]{64})$/;
const LIFETIME_SECONDS = 300;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * The value of an `Authorization` header: a JSON Web Token (HS256) that is signed with an admin key, and valid for five minutes.
 * @param key `<id>:<secret>`
 * @param audience the claim `aud`, e.g. `/admin/`
 * @param now milliseconds since 1970
 * @throws ValidationError when the key does not have this form
 */
export function authorizationOf(key: string, audience: string, now = Date.now()): string {
  const [, id, secret = ''] = KEY.exec(key) ?? [];
  if (id === undefined) {
    throw new ValidationError('The admin key is not valid.', {
      help: 'It has the form <id>:<secret>. Ghost shows it under Settings, Integrations, Add custom integration.',
    });
  }
  const iat = Math.floor(now / 1000);
  const parts = [
    encode({ alg: 'HS256', typ: 'JWT', kid: id }),
    encode({ iat, exp: iat + LIFETIME_SECONDS, aud: audience }),
  ];
  const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(parts.join('.')).digest('base64url');
  return `Ghost ${[...parts, signature].join('.')}`;
}
