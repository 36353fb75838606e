import { Transform } from 'class-transformer';
import { ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';

// PostgreSQL cannot store NUL, and UTF-8 cannot encode a lone surrogate.
const UNSTORABLE = /\0|\p{Surrogate}/u;

const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/**
 * The error message for a string that violates a rule, or that cannot be stored.
 * @param rule e.g. `must have 1 to 255 characters`
 */
function messageFor(rule: string, args: ValidationArguments | undefined): string {
  const isUnstorable = typeof args?.value === 'string' && !isStorable(args.value);
  return `${args?.property} ${isUnstorable ? 'must not contain NUL or an incomplete character' : rule}`;
}

/** Counts code points: a character outside the Basic Multilingual Plane, e.g. an emoji, counts as one. */
const countCharacters = (text: string): number => [...text].length;

/** Validates a string of at most `max` characters without NUL and lone surrogates. Line breaks are allowed. */
export function IsText(max: number, options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isText',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && countCharacters(value) <= max && isStorable(value),
        defaultMessage: (args) => messageFor(`must be text of at most ${max.toLocaleString('en')} characters`, args),
      },
    },
    options,
  );
}

/** Whether a string has 1 to `max` characters, not counting white space at both ends, and contains no NUL and no lone surrogate. */
export function isNonBlankText(text: string, max: number): boolean {
  return text.trim() !== '' && countCharacters(text.trim()) <= max && isStorable(text);
}

/** Validates a string by {@link isNonBlankText}. */
export function IsNonBlankText(max: number, options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isNonBlankText',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isNonBlankText(value, max),
        defaultMessage: (args) => messageFor(`must have 1 to ${max.toLocaleString('en')} characters`, args),
      },
    },
    options,
  );
}

/** Removes white space from both ends of a string before validation. */
export function Trim(): PropertyDecorator {
  return Transform(({ value }) => (typeof value === 'string' ? value.trim() : value));
}

/** Converts a string to lower case before validation. */
export function LowerCase(): PropertyDecorator {
  return Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : value));
}
