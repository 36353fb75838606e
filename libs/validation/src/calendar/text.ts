import { Transform } from 'class-transformer';
import { ValidateBy, type ValidationOptions } from 'class-validator';

// PostgreSQL cannot store NUL, and half a surrogate pair is no character: neither could be given back as sent.
const UNSTORABLE = /\0|\p{Surrogate}/u;

const characters = (text: string): number => [...text].length;

/** A string of at most `max` characters, line breaks allowed. */
export function IsText(max: number, options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isText',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && characters(value) <= max && !UNSTORABLE.test(value),
        defaultMessage: (args) =>
          `${args?.property} must be text of at most ${max.toLocaleString('en')} characters without NUL`,
      },
    },
    options,
  );
}

/** A string that has 1 to `max` characters besides the white space around it. */
export function IsLabel(max: number, options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isLabel',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' &&
          value.trim() !== '' &&
          characters(value.trim()) <= max &&
          !UNSTORABLE.test(value),
        defaultMessage: (args) => `${args?.property} must have 1 to ${max.toLocaleString('en')} characters`,
      },
    },
    options,
  );
}

/** Takes white space off both ends of a string before it is checked. */
export function Trim(): PropertyDecorator {
  return Transform(({ value }) => (typeof value === 'string' ? value.trim() : value));
}

/** Puts a string into lower case before it is checked. */
export function LowerCase(): PropertyDecorator {
  return Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : value));
}
