import { UnauthorizedError } from '@almanac/errors';
import jwt from 'jsonwebtoken';

const MAX_AGE_SECONDS = 60;
/** The clocks of admin-api, this service and PostgreSQL may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 5;
/** A ticket is a JWT: three parts with dots between them. The hash of a mailed link has no dots. */
const TICKET = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** In characters. */
const MAX_TICKET_LENGTH = 4_096;

/** The staff user for whom admin-api signed a ticket. */
export interface VerifiedTicket {
  /** The `jti` of the JWT. It is stored, so that the ticket works once. */
  ticketId: string;
  email: string;
  name: string;
  /** From this time on, every server rejects the ticket because of its age, so its stored id can be deleted. */
  expiresAt: Date;
}

/** Whether the `hash` that a client sends to `signin` is a ticket of admin-api, and not the hash of a mailed link. */
export function isTicket(hash: string): boolean {
  return hash.length <= MAX_TICKET_LENGTH && TICKET.test(hash);
}

/**
 * The claims of a ticket that admin-api signed for this service with the shared secret. Its age is at most a minute, plus the clock
 * tolerance.
 * @param secret the CALENDAR_TICKET_SECRET of this service; undefined accepts no ticket
 * @throws UnauthorizedError with the same message for each reason
 */
export function verifyTicket(ticket: string, secret: string | undefined, now: Date): VerifiedTicket {
  const verified = secret === undefined ? undefined : readTicket(ticket, secret, now);
  if (!verified) throw new UnauthorizedError('This ticket is not valid, or no longer valid.');
  return verified;
}

function readTicket(ticket: string, secret: string, now: Date): VerifiedTicket | undefined {
  try {
    const claims = jwt.verify(ticket, secret, {
      algorithms: ['HS256'],
      issuer: 'admin-api',
      audience: 'calendar',
      maxAge: MAX_AGE_SECONDS,
      clockTimestamp: Math.floor(now.getTime() / 1000),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    return typeof claims === 'string' ? undefined : ticketOf(claims);
  } catch {
    return undefined;
  }
}

function ticketOf({ jti, iat, exp, email, name }: jwt.JwtPayload): VerifiedTicket | undefined {
  if (!jti || iat === undefined || exp === undefined || typeof email !== 'string' || typeof name !== 'string') {
    return undefined;
  }
  // One tolerance for the server that verifies the ticket, and one for PostgreSQL, which deletes the id by its own clock.
  const lastSecond = Math.min(exp, iat + MAX_AGE_SECONDS) + 2 * CLOCK_TOLERANCE_SECONDS;
  return { ticketId: jti, email, name, expiresAt: new Date(lastSecond * 1000) };
}
