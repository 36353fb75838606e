import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';

/** A validation error in an input. */
export interface Issue {
  /** Properties and list indexes joined by dots, e.g. `input.info.0.title`. */
  path: string;
  message: string;
}

function issuesIn(failure: ValidationError, parent: string | undefined): Issue[] {
  const path = parent === undefined ? failure.property : `${parent}.${failure.property}`;
  const own = Object.values(failure.constraints ?? {}).map((message) => ({ path, message }));
  return [...own.slice(0, 1), ...(failure.children ?? []).flatMap((child) => issuesIn(child, path))];
}

/**
 * Validates an input by the decorators of a class.
 * @param path a prefix for the path of every issue
 * @returns the input as an instance of the class with its transformations applied, and the issues, at most one per property
 */
export function checkInput<T extends object>(
  Input: new () => T,
  plain: unknown,
  path?: string,
): { input: T; issues: Issue[] } {
  const input: unknown = typeof plain === 'object' && plain !== null ? plainToInstance(Input, plain) : undefined;
  // `plainToInstance` returns no instance of the class e.g. for a list. The decorators have no effect on such a result.
  if (!(input instanceof Input))
    return { input: new Input(), issues: [{ path: path ?? '', message: 'must be an object' }] };
  const failures = validateSync(input, { forbidUnknownValues: false, stopAtFirstError: true });
  return { input, issues: failures.flatMap((failure) => issuesIn(failure, path)) };
}
