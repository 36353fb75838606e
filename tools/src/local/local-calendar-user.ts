import { CalendarSession, CalendarUser, createObjectId, UsernameClaim } from '@almanac/entities';
import { createHash } from 'node:crypto';
import { type DataSource } from 'typeorm';

// The address is that of the site's owner, so that the owner may change the sample events in the Console.
const USER = { username: 'harbour', email: 'owner@harbour.example', name: 'The harbour desk' };
const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Creates the user of the local calendar and a session, if they are missing. The session ends 30 days after `now`, also if it exists.
 * @param hash the bearer token of the session
 */
export async function setUpCalendarUser(
  source: DataSource,
  hash: string,
  now: Date,
): Promise<{ username: string; email: string; hash: string }> {
  const { username, email, name } = USER;
  await source.transaction(async (manager) => {
    const known = await manager.findOneBy(CalendarUser, { usernameKey: username });
    const userId = known?.id ?? createObjectId();
    if (!known) {
      await manager.insert(UsernameClaim, { usernameKey: username, emailKey: email });
      await manager.insert(CalendarUser, {
        id: userId,
        email,
        emailKey: email,
        username,
        usernameKey: username,
        name,
        confirmedAt: now,
        createdAt: now,
      });
    }
    const hashDigest = createHash('sha256').update(hash).digest('hex');
    const expiresAt = new Date(now.getTime() + SESSION_DAYS * DAY_MS);
    const renewed = await manager.update(CalendarSession, { hashDigest }, { expiresAt, revokedAt: null });
    if (renewed.affected) return;
    await manager.insert(CalendarSession, {
      id: createObjectId(),
      userId,
      hashDigest,
      createdAt: now,
      redeemableUntilAt: now,
      redeemedAt: now,
      expiresAt,
    });
  });
  return { username, email, hash };
}
