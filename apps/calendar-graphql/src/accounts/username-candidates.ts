import { randomBytes } from 'node:crypto';

/** A username has at most 32 characters. 9 of them are for a suffix: a hyphen and 8 hex digits. */
const MAX_STEM_LENGTH = 23;
/** The minimum length of a username. */
const MIN_LENGTH = 3;
const SUFFIX_BYTES = 4;
const FALLBACK = 'staff';

/**
 * Three usernames for a person, the preferred one first: their name in letters, digits and hyphens, truncated to 23 characters, then twice
 * this name with a random suffix. If fewer than three characters of the name remain, `staff` replaces the name.
 */
export function usernameCandidates(name: string): string[] {
  const hyphenated = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const stem = hyphenated.slice(0, MAX_STEM_LENGTH).replace(/^-+|-+$/g, '');
  const base = stem.length < MIN_LENGTH ? FALLBACK : stem;
  const withSuffix = (): string => `${base}-${randomBytes(SUFFIX_BYTES).toString('hex')}`;
  return [base, withSuffix(), withSuffix()];
}
