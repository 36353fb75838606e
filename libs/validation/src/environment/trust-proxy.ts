import { ValidateBy } from 'class-validator';
import { isIP } from 'node:net';

const PROXY_COUNT = /^\d{1,2}$/;
const PREFIX_LENGTH = /^\d{1,3}$/;

/** Whether a value is an address, or a range of addresses with a prefix length or an IPv4 netmask, e.g. `10.0.0.0/255.0.0.0`. */
function isAddressOrRange(value: string): boolean {
  const [address = '', range, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (range === undefined) return true;
  if (!PREFIX_LENGTH.test(range)) return version === 4 && isIP(range) === 4;
  // Fastify refuses a range of all addresses.
  return Number(range) >= 1 && Number(range) <= (version === 6 ? 128 : 32);
}

/** Validates `off`, a number of proxies, or a comma-separated list of addresses and ranges. */
export function IsTrustProxy(): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    typeof value === 'string' &&
    (value === 'off' ||
      PROXY_COUNT.test(value) ||
      value
        .split(',')
        .map((each) => each.trim())
        .every(isAddressOrRange));
  const defaultMessage = (): string => '$property must be off, a number of proxies, or a list of addresses and CIDRs';
  return ValidateBy({ name: 'isTrustProxy', validator: { validate, defaultMessage } });
}
