import { ValidationError } from '@almanac/errors';
import { type Issue } from '@almanac/validation';

/** The error of an input with these issues. Clients of GraphQL find them in `extensions.errors`; web pages show the first one. */
export function inputError(issues: readonly Issue[]): ValidationError {
  return new ValidationError(issues[0]?.message ?? 'The input is not valid.', { details: issues });
}

/** @throws ValidationError when there is any issue */
export function assertNoIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw inputError(issues);
}
