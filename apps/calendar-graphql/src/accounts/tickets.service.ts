import { CalendarSession, CalendarUser, createObjectId } from '@almanac/entities';
import { UnauthorizedError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { createSecret, digestOf } from './secrets';
import { type SignInResult } from './sessions.service';
import { usernameCandidates } from './username-candidates';
import { type VerifiedTicket, verifyTicket } from './verify-ticket';

/** The lifetime of a session by a ticket. It is short, because the session does not end with the staff session in admin-api. */
const SESSION_MS = 30 * 60_000;

/** Signs in staff by tickets. A ticket is a JWT that admin-api signs for a staff user with a session there. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  /**
   * Opens a session of 30 minutes for the account with the e-mail address in a ticket. Creates the account if there is none. Each ticket
   * works once.
   * @throws UnauthorizedError for a ticket that is not valid, has expired or was used before
   */
  async signIn(ticket: string): Promise<SignInResult> {
    const now = this.clock.now();
    const verified = verifyTicket(ticket, this.configuration.calendarTicketSecret, now);
    return this.dataSource.transaction(async (manager) => {
      await redeem(manager, verified);
      const user = await findOrCreateUser(manager, verified, now);
      const hash = createSecret();
      await manager.insert(CalendarSession, {
        id: createObjectId(),
        userId: user.id,
        hashDigest: digestOf(hash),
        createdAt: now,
        redeemableUntilAt: now,
        redeemedAt: now,
        expiresAt: new Date(now.getTime() + SESSION_MS),
      });
      return { hash, user, redeemedAt: now, isValid: true };
    });
  }
}

/**
 * Stores the id of a ticket. Of concurrent transactions with the same ticket, only one inserts the row.
 * @throws UnauthorizedError when the ticket was used before
 */
async function redeem(manager: EntityManager, { ticketId, expiresAt }: VerifiedTicket): Promise<void> {
  const inserted = await manager.query<object[]>(
    `insert into calendar.redeemed_tickets (ticket_id, expires_at) values ($1, $2)
     on conflict do nothing returning ticket_id`,
    [ticketId, expiresAt],
  );
  if (inserted.length === 0) throw new UnauthorizedError('This ticket is not valid, or no longer valid.');
}

/**
 * Returns the confirmed account for a ticket. No mail confirms the address: admin-api signs tickets for confirmed addresses only. An
 * account that was not confirmed gets the name in the ticket, because another person may have signed up with the address.
 */
async function findOrCreateUser(
  manager: EntityManager,
  { email, name }: VerifiedTicket,
  now: Date,
): Promise<CalendarUser> {
  const emailKey = email.toLowerCase();
  const known = await manager.findOneBy(CalendarUser, { emailKey });
  if (!known) await createUser(manager, { email, name }, now);
  else if (!known.confirmedAt) {
    await manager.update(CalendarUser, { id: known.id }, { confirmedAt: now, name: name.trim() || known.name });
  }
  return manager.findOneByOrFail(CalendarUser, { emailKey });
}

async function createUser(
  manager: EntityManager,
  { email, name }: Pick<VerifiedTicket, 'email' | 'name'>,
  now: Date,
): Promise<void> {
  const emailKey = email.toLowerCase();
  const username = await claimUsername(manager, name, emailKey);
  await manager.query(
    `insert into calendar.users (id, email, email_key, username, username_key, name, confirmed_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (email_key) do nothing`,
    [createObjectId(), email, emailKey, username, username.toLowerCase(), name.trim() || username, now],
  );
}

/** Claims the first candidate that no address has claimed. @throws Error when all are claimed */
async function claimUsername(manager: EntityManager, name: string, emailKey: string): Promise<string> {
  for (const username of usernameCandidates(name)) {
    const claimed = await manager.query<object[]>(
      `insert into calendar.username_claims (username_key, email_key) values ($1, $2)
       on conflict do nothing returning username_key`,
      [username.toLowerCase(), emailKey],
    );
    if (claimed.length > 0) return username;
  }
  throw new Error(`No username is free for ${name}.`);
}
