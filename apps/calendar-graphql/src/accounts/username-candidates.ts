import { randomBytes } from 'node:crypto';

/** Of the 32 characters of a username, 9 are for a suffix. */
const MAX_STEM_LENGTH = 23;
const MIN_LENGTH = 3;
const SUFFIX_BYTES = 4;
const FALLBACK = 'staff';

/** Usernames for a person: their name in letters, digits and hyphens, then the same with random suffixes. */
export function usernameCandidates(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const stem = words.slice(0, MAX_STEM_LENGTH).replace(/^-+|-+$/g, '');
  const base = stem.length < MIN_LENGTH ? FALLBACK : stem;
  const withSuffix = (): string => `${base}-${randomBytes(SUFFIX_BYTES).toString('hex')}`;
  return [base, withSuffix(), withSuffix()];
}
