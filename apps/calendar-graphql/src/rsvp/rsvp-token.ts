import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObjectId } from '../graphql/object-id';

function signatureOf(answerId: string, key: string): string {
  return createHmac('sha256', key).update(`rsvp ${answerId}`).digest('base64url');
}

/**
 * The token of the link by which a guest answers. It has no expiry: it works as long as the answer is stored, so that every mail
 * about the answer has the same link.
 * @param key the ENCRYPTION_KEY of the installation
 */
export function rsvpToken(answerId: string, key: string): string {
  return `${answerId}.${signatureOf(answerId, key)}`;
}

/** The id of the answer that a token belongs to; null for a token that this installation did not sign. */
export function answerIdOfToken(token: string, key: string): string | null {
  const [answerId = '', signature = '', ...rest] = token.split('.');
  if (!isObjectId(answerId) || rest.length > 0) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(answerId, key))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? answerId : null;
}
