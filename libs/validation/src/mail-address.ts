import { Transform } from 'class-transformer';
import { isEmail, ValidateBy, type ValidationOptions } from 'class-validator';

/**
 * Characters that have a meaning in a header of a mail (RFC 5322, 3.2.3): white space and controls of any script, quotes,
 * brackets, separators; and the beginning of an encoded word (RFC 2047), which mail programs decode inside an address.
 */
const unsafeInHeader = /[\s\p{C}"(),:;<>[\]\\]|=\?/u;

/**
 * Whether a mail can be addressed to the string: an e-mail address without a display name, a quoted part or any character
 * that could end a header or name a second address.
 */
export function isMailAddress(value: unknown): value is string {
  return typeof value === 'string' && !unsafeInHeader.test(value) && isEmail(value);
}

/** Takes spaces off both ends. Line breaks and other controls stay, so that the address is refused. */
export function trimAddress(value: string): string {
  return /\p{Cc}/u.test(value) ? value : value.trim();
}

/** Does the same to a property before it is checked. */
export function TrimAddress(): PropertyDecorator {
  return Transform(({ value }) => (typeof value === 'string' ? trimAddress(value) : value));
}

/** An address as {@link isMailAddress} takes it. */
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
