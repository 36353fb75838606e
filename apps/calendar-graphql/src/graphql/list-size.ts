import { type Issue } from '@almanac/validation';
import { inputError } from './input-error';

/** The issue of an argument `first` that is less than 1. */
export const FIRST_TOO_SMALL: Issue = { path: 'first', message: 'first must not be less than 1' };

/**
 * The number of items in a list: `first` or the default, and not more than the maximum.
 * @throws ValidationError when `first` is less than 1
 */
export function listSizeOf(first: number | null | undefined, limits: { default: number; max: number }): number {
  if (typeof first === 'number' && first < 1) throw inputError([FIRST_TOO_SMALL]);
  return Math.min(first ?? limits.default, limits.max);
}
