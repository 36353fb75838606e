import { ValidationError } from '@almanac/errors';
import { type Issue } from '@almanac/validation';

/** The error for an input with issues. Its message is that of the first issue. GraphQL clients get all issues in `extensions.errors`. */
export function inputError(issues: readonly Issue[]): ValidationError {
  return new ValidationError(issues[0]?.message ?? 'The input is not valid.', { details: issues });
}

/** @throws ValidationError with all issues, if there are any */
export function assertNoIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw inputError(issues);
}
