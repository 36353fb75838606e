import { ValidationError } from '@almanac/errors';
import { compare, hash } from 'bcryptjs';

// As Ghost hashes, so that imported hashes keep working and exports stay readable there.
const COST = 10;
const MIN_LENGTH = 10;
/** bcrypt reads no more bytes than these; a longer password would be weaker than it looks. */
const MAX_BYTES = 72;

/** A hash nobody's password has: comparing with it takes as long as with a real one. */
const NOBODYS_HASH = '$2b$10$CwTycUXWue0Thq9StjUM0uJ8fXQeYz1q1WmQ3fY7uJm9y0qk3yF2S';

const wellKnown: ReadonlySet<string> = new Set([
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl;',
  'abcdefghij',
  '0987654321',
  '1q2w3e4r5t',
  '12345asdfg',
]);
const forbiddenWords = ['ghost', 'password', 'passw0rd'];

/** What a password must not resemble. */
export interface PasswordOwner {
  email?: string;
  siteTitle?: string | null;
  siteUrl?: string;
}

const WEAK = 'Sorry, you cannot use an insecure password.';

function refusalOf(password: string, { email, siteTitle, siteUrl }: PasswordOwner): string | undefined {
  if (password.length < MIN_LENGTH) return `Your password must be at least ${MIN_LENGTH} characters long.`;
  if (Buffer.byteLength(password) > MAX_BYTES) return `Your password must be at most ${MAX_BYTES} bytes long.`;
  const plain = password.toLowerCase();
  const known = [email, siteTitle, siteUrl, siteUrl?.replace(/^https?:\/\//, '')];
  if (wellKnown.has(plain) || known.some((text) => text?.toLowerCase() === plain)) return WEAK;
  if (forbiddenWords.some((word) => plain.includes(word))) return WEAK;
  // One character throughout, or two: what Ghost calls repeated.
  if (new Set(plain).size < 3) return WEAK;
  return undefined;
}

/** @throws ValidationError when the password is too short, too long or too easily guessed */
export function assertAcceptablePassword(password: string, owner: PasswordOwner): void {
  const refusal = refusalOf(password, owner);
  if (refusal !== undefined) throw new ValidationError(refusal);
}

/** The bcrypt hash to store. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether the password is the one that was hashed; without a hash it takes as long and is false. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await compare(password, passwordHash ?? NOBODYS_HASH);
  return matches && passwordHash !== undefined;
}

/** What clients know a wrong password by, beside the message. */
export const wrongPassword = {
  context: 'Your password is incorrect.',
  help: 'Visit and save your profile after logging in to check for problems.',
  code: 'PASSWORD_INCORRECT',
} as const;
