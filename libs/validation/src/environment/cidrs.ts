import { ValidateBy } from 'class-validator';
import { isIP } from 'node:net';

const CIDR = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i;

/** Whether a value is a CIDR, e.g. `10.1.0.0/16`, or a single address. */
export function isCidr(value: unknown): boolean {
  // A single address has no prefix. The default 0 passes the check of the prefix below.
  const [, address = '', prefix = '0'] = typeof value === 'string' ? (CIDR.exec(value) ?? []) : [];
  const version = isIP(address);
  return version !== 0 && Number(prefix) <= (version === 6 ? 128 : 32);
}

/** Validates a list of CIDRs and addresses. */
export function AreCidrs(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'areCidrs',
      validator: { validate: isCidr, defaultMessage: () => '$property must be a list of CIDRs or addresses' },
    },
    { each: true },
  );
}
