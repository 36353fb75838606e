import { BlockList, isIP } from 'node:net';

/** Address ranges outside the public internet: multicast, and the IANA special-purpose registries (RFC 6890 and its updates). */
const SPECIAL_RANGES = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // IPv6: everything outside global unicast (2000::/3), and the tunnel and reserved ranges inside it.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
];

const MAPPED_IPV4 = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** The IPv4 address in an IPv4-mapped IPv6 address (`::ffff:…`), which reaches the same host; any other address unchanged. */
function unmapIpv4(address: string): string {
  const match = MAPPED_IPV4.exec(address);
  if (!match) return address;
  if (match[1]) return match[1];
  const bits = (parseInt(match[2] ?? '0', 16) << 16) | parseInt(match[3] ?? '0', 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

type Family = 'ipv4' | 'ipv6';

function familyOf(address: string): Family | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 6 ? 'ipv6' : 'ipv4';
}

/** Address ranges. There is one list per family, because in a common list the IPv6 range ::/3 would match every IPv4 address. */
class AddressRanges {
  private readonly lists: Record<Family, BlockList> = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(ranges: string[]) {
    for (const range of ranges) {
      const [address = '', prefix] = range.split('/');
      const family = familyOf(address) ?? 'ipv4';
      this.lists[family].addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  has(address: string, family: Family): boolean {
    return this.lists[family].check(address, family);
  }
}

const special = new AddressRanges(SPECIAL_RANGES);

/** Decides to which addresses the outbound client may connect. */
export class AddressGuard {
  private readonly allowed: AddressRanges;

  /** @param allowedCidrs ranges that are allowed in addition to the public internet, for example `10.1.0.0/16` */
  constructor(allowedCidrs: string[] = []) {
    this.allowed = new AddressRanges(allowedCidrs);
  }

  /** @param address an IPv4 or IPv6 address in the operating system's notation; any other string is refused */
  isAllowed(address: string): boolean {
    const plain = unmapIpv4(address.replace(/%.*$/, ''));
    const family = familyOf(plain);
    return family !== undefined && (this.allowed.has(plain, family) || !special.has(plain, family));
  }
}
