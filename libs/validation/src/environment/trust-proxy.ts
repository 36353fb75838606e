import { ValidateBy } from 'class-validator';
import { isIPv4 } from 'node:net';
import { isCidr } from './cidrs';

const PROXY_COUNT = /^\d{1,2}$/;
/** Fastify refuses a range of all addresses. */
const ALL_ADDRESSES = /\/0+$/;

/** An IPv4 netmask as 32 bits: ones, then zeros. Fastify refuses other masks, and one without ones. */
const NETMASK_BITS = /^1+0*$/;

function isNetmask(text: string): boolean {
  const bits = text.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'));
  return isIPv4(text) && NETMASK_BITS.test(bits.join(''));
}

/** Whether a string is an address, a CIDR, or an IPv4 address with a netmask, e.g. `10.0.0.0/255.0.0.0`. */
function isAddressOrRange(text: string): boolean {
  const [address = '', netmask = '', ...rest] = text.split('/');
  const hasNetmask = isIPv4(address) && isNetmask(netmask) && rest.length === 0;
  return hasNetmask || (isCidr(text) && !ALL_ADDRESSES.test(text));
}

/** Validates `off`, a number of proxies, or a comma-separated list of addresses and ranges. */
export function IsTrustProxy(): PropertyDecorator {
  const isList = (text: string): boolean => text.split(',').every((each) => isAddressOrRange(each.trim()));
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && (value === 'off' || PROXY_COUNT.test(value) || isList(value));
  const defaultMessage = (): string => '$property must be off, a number of proxies, or a list of addresses and CIDRs';
  return ValidateBy({ name: 'isTrustProxy', validator: { validate, defaultMessage } });
}
