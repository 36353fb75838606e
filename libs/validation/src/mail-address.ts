import { Transform } from 'class-transformer';
import { isEmail, ValidateBy, type ValidationOptions } from 'class-validator';

/**
 * Matches characters with a special meaning in mail headers (RFC 5322, 3.2.3): white space, control characters, quotes, brackets and
 * separators. Also matches the beginning of an encoded word (RFC 2047), because mail programs decode these words in addresses, too.
 */
const UNSAFE_IN_HEADER = /[\s\p{C}"(),:;<>[\]\\]|=\?/u;

/** In characters. RFC 5321, 4.5.3.1 allows 64 octets before the `@`, and 255 after it. */
export const MAX_ADDRESS_LENGTH = 320;

/**
 * Whether the string is a mail address without a display name, a quoted part, or a character that could end the header or
 * start a second address.
 */
export function isMailAddress(value: unknown): value is string {
  return typeof value === 'string' && !UNSAFE_IN_HEADER.test(value) && isEmail(value);
}

/** Removes white space at both ends. A string with a control character, e.g. a line break, is unchanged, so that validation rejects it. */
export function trimAddress(value: string): string {
  return /\p{Cc}/u.test(value) ? value : value.trim();
}

/** Applies {@link trimAddress} to a property before validation. */
export function TrimAddress(): PropertyDecorator {
  return Transform(({ value }) => (typeof value === 'string' ? trimAddress(value) : value));
}

/** Validates a property by {@link isMailAddress}. */
export function IsMailAddress(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isMailAddress',
      validator: {
        validate: isMailAddress,
        defaultMessage: (args) => `${args?.property} must be an e-mail address`,
      },
    },
    options,
  );
}
