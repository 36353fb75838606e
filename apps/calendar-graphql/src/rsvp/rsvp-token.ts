import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObjectId } from '../graphql/object-id';

function signatureOf(answerId: string, key: string): string {
  return createHmac('sha256', key).update(`rsvp ${answerId}`).digest('base64url');
}

/**
 * The token in the link by which a guest answers: the id of the answer and its signature. It does not expire, and works as long as the
 * answer is stored. So every mail about an answer has the same link.
 * @param key the ENCRYPTION_KEY of the installation
 */
export function rsvpToken(answerId: string, key: string): string {
  return `${answerId}.${signatureOf(answerId, key)}`;
}

/** The id of the answer in a token; null for a token that was not signed with this key. */
export function answerIdOfToken(token: string, key: string): string | null {
  const [answerId = '', signature = '', ...rest] = token.split('.');
  if (!isObjectId(answerId) || rest.length > 0) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(answerId, key))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? answerId : null;
}
