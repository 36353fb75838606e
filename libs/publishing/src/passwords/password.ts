import { ValidationError } from '@almanac/errors';
import { compare, hash } from 'bcryptjs';

/** The cost factor of bcrypt, as in Ghost. */
const COST = 10;
/** In UTF-16 code units. */
const MIN_LENGTH = 10;
/** bcrypt ignores all further bytes. */
const MAX_BYTES = 72;

/** The bcrypt hash to compare with for an unknown user: the comparison takes as long as for a known user, and so does not reveal users. */
const DUMMY_HASH = '$2b$10$CwTycUXWue0Thq9StjUM0uJ8fXQeYz1q1WmQ3fY7uJm9y0qk3yF2S';

const commonPasswords: ReadonlySet<string> = new Set([
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl;',
  'abcdefghij',
  '0987654321',
  '1q2w3e4r5t',
  '12345asdfg',
]);
/** Words that a password must not contain. */
const forbiddenWords = ['ghost', 'password', 'passw0rd'];

/** Values of the user and the site that a password must not equal (ignoring letter case). */
export interface PasswordOwner {
  email?: string;
  siteTitle?: string | null;
  siteUrl?: string;
}

const WEAK = 'Sorry, you cannot use an insecure password.';

/** The message for a password that is not accepted; undefined if it is accepted. */
function weaknessOf(password: string, { email, siteTitle, siteUrl }: PasswordOwner): string | undefined {
  if (password.length < MIN_LENGTH) return `Your password must be at least ${MIN_LENGTH} characters long.`;
  if (Buffer.byteLength(password) > MAX_BYTES) return `Your password must be at most ${MAX_BYTES} bytes long.`;
  const lowerCase = password.toLowerCase();
  const ownerValues = [email, siteTitle, siteUrl, siteUrl?.replace(/^https?:\/\//, '')];
  if (commonPasswords.has(lowerCase) || ownerValues.some((value) => value?.toLowerCase() === lowerCase)) return WEAK;
  if (forbiddenWords.some((word) => lowerCase.includes(word))) return WEAK;
  if (isMostlyOneCharacter(lowerCase)) return WEAK;
  return undefined;
}

/** Whether at least half of the characters are the same. Ghost rejects such passwords, too. */
function isMostlyOneCharacter(text: string): boolean {
  const characters = [...text];
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  return Math.max(...counts.values()) >= characters.length / 2;
}

/** @throws ValidationError when the password is too short, too long or too easily guessed */
export function assertAcceptablePassword(password: string, owner: PasswordOwner): void {
  const weakness = weaknessOf(password, owner);
  if (weakness !== undefined) throw new ValidationError(weakness);
}

/** The bcrypt hash to store. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether the password matches the hash.
 * @param passwordHash undefined for an unknown user: the result is false, after as much time as for a known user
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await compare(password, passwordHash ?? DUMMY_HASH);
  return matches && passwordHash !== undefined;
}

/** The error fields by which Ghost clients recognise a wrong password. */
export const wrongPassword = {
  context: 'Your password is incorrect.',
  help: 'Visit and save your profile after logging in to check for problems.',
  code: 'PASSWORD_INCORRECT',
} as const;
