import { AdminApiConfiguration } from '@almanac/validation';
import { KnownDevices } from './known-devices';

describe('a known device', () => {
  const devices = new KnownDevices(Object.assign(new AdminApiConfiguration(), { encryptionKey: 'k'.repeat(64) }));
  const secret = devices.createSecret('owner');

  it('is known by a secret of the user only', () => {
    expect([devices.isKnown(secret, 'owner'), devices.isKnown(secret, 'editor')]).toEqual([true, false]);
    expect([devices.isKnown(undefined, 'owner'), devices.isKnown(secret, undefined)]).toEqual([false, false]);
  });

  // Failed sign-ins of a known device are counted by its secret. Each of these strings would have a counter of its own.
  it.each([`${secret.slice(0, 5)}.${secret.slice(5)}`, `${secret}=`, ` ${secret}`, `${secret}!`])(
    'is not known by another string with the bytes of the secret (%#)',
    (other) => {
      expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(secret, 'base64url'));
      expect(devices.isKnown(other, 'owner')).toBe(false);
    },
  );
});
