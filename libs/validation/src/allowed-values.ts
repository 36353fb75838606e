import { ValidationError } from '@almanac/errors';

const MAX_QUOTED_LENGTH = 100;

/** A value of a request as an error repeats it: in quotes, and not longer than a line. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text);
}

/** The error for a parameter that takes some values only, in the words of Ghost, with the values in `help`. */
export function notAllowed(name: string, given: unknown, allowed: readonly string[]): ValidationError {
  return new ValidationError(`Validation (AllowedValues) failed for ${name}`, {
    help: `${name} takes ${allowed.join(', ')}, not ${quoted(given)}.`,
  });
}
