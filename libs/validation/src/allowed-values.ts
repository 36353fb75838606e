import { ValidationError } from '@almanac/errors';

const MAX_QUOTED_LENGTH = 100;

/** Quotes a value of a request for an error message, truncated to 100 characters. For undefined: the word `nothing`, without quotes. */
export function quoted(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text);
}

/**
 * The error for a value that is not allowed, with the message of Ghost and the allowed values in `help`.
 * @param name the name of the parameter or property
 */
export function notAllowed(name: string, value: unknown, allowed: readonly string[]): ValidationError {
  return new ValidationError(`Validation (AllowedValues) failed for ${name}`, {
    help: `${name} takes ${allowed.join(', ')}, not ${quoted(value)}.`,
  });
}
