import { ValidationError } from '@almanac/errors';
import { type Issue } from '@almanac/validation';

/**
 * Returns the result of `read`. When it throws a ValidationError with a `property`, adds the error to the issues and returns
 * undefined. Other errors are thrown again.
 */
export function collectIssue<T>(read: () => T, issues: Issue[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValidationError) || error.property === undefined) throw error;
    issues.push({ path: error.property, message: error.message });
    return undefined;
  }
}
