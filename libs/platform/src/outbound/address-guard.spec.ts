import { AddressGuard } from './address-guard';

const guard = new AddressGuard();

describe('AddressGuard', () => {
  it.each([
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.9',
    '192.88.99.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a00:1',
    '::127.0.0.1',
    '1::ffff:8.8.8.8',
    '::ffff:808:808:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('refuses %s', (address) => {
    expect(guard.isAllowed(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '::ffff:123.100.200.250',
    '::ffff:808:808',
    '::ffff:acd9:1234',
    '2a00:1450::1',
    '2a00:1450::1%eth0',
  ])('allows %s', (address) => {
    expect(guard.isAllowed(address)).toBe(true);
  });

  it.each(['localhost', '', '0x7f000001', '2130706433', '127.1', 'example.com'])(
    'refuses %s, which is not an address',
    (text) => {
      expect(guard.isAllowed(text)).toBe(false);
    },
  );

  it('allows a single address, and no other one', () => {
    const open = new AddressGuard(['10.1.2.3', '::1']);
    const addresses = ['10.1.2.3', '::ffff:a01:203', '::1', '10.1.2.4', '::ffff:a01:204', '::2'];
    expect(addresses.filter((address) => open.isAllowed(address))).toEqual(['10.1.2.3', '::ffff:a01:203', '::1']);
  });

  it('allows exactly the ranges of the operator', () => {
    const open = new AddressGuard(['127.0.0.0/8', '::1/128', '10.1.0.0/16']);
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3'].map((address) => open.isAllowed(address))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['10.2.0.1', '192.168.0.1', 'fe80::1'].map((address) => open.isAllowed(address))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
