import jwt from 'jsonwebtoken';
import { randomBytes } from 'node:crypto';

/** Short, because the Console sends the ticket to the calendar as soon as it receives it. */
const LIFETIME_SECONDS = 60;
const ID_BYTES = 16;

/** The staff user whom a ticket signs in. */
export interface TicketHolder {
  id: string;
  email: string;
  name: string;
}

/**
 * A JSON Web Token with which the mutation `signin` of the calendar opens a session, once and within 60 s. docs/API.md lists its
 * claims.
 */
export function signTicket({ id, email, name }: TicketHolder, secret: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: 'admin-api', aud: 'calendar', sub: id, email, name, iat, exp: iat + LIFETIME_SECONDS };
  return jwt.sign(claims, secret, { algorithm: 'HS256', jwtid: randomBytes(ID_BYTES).toString('base64url') });
}
