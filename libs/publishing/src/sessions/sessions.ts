import { createObjectId, Session, type User } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import { createSecret, digestOf } from '../secrets/secret';

/** Half a year, as staff of Ghost stay signed in. */
export const SESSION_LIFETIME_MS = 182 * 24 * 60 * 60 * 1000;

/** A session as its opener learns it: the only time the secret is known. */
export interface OpenedSession {
  id: string;
  secret: string;
  expiresAt: Date;
}

/**
 * Opens a session for a user, bound to the origin it was asked from.
 * @param secret a secret that cannot be guessed; a random one when absent
 */
export async function openSession(
  manager: EntityManager,
  { userId, origin, now, secret = createSecret() }: { userId: string; origin: string; now: Date; secret?: string },
): Promise<OpenedSession> {
  const opened = {
    id: createObjectId(),
    secret,
    expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
  };
  await manager.insert(Session, {
    id: opened.id,
    secretDigest: digestOf(opened.secret),
    userId,
    origin,
    createdAt: now,
    expiresAt: opened.expiresAt,
  });
  return opened;
}

/** The open session behind a secret with its user and their roles; null when it ended or its user may not work. */
export async function findSession(
  manager: EntityManager,
  secret: string,
  now: Date,
): Promise<(Session & { user: User }) | null> {
  // One statement, on every request of staff; a `findOne` with relations would be two.
  const session = await manager
    .createQueryBuilder(Session, 'session')
    .innerJoinAndSelect('session.user', 'user')
    .leftJoinAndSelect('user.roles', 'role')
    .where('session.secretDigest = :digest', { digest: digestOf(secret) })
    .getOne();
  if (!session?.user || session.expiresAt <= now || !mayWork(session.user)) return null;
  return Object.assign(session, { user: session.user });
}

/** Suspended users and those who must first choose a new password do not work. */
export function mayWork(user: Pick<User, 'status'>): boolean {
  return user.status !== 'inactive' && user.status !== 'locked';
}

/** Signs one browser out. */
export async function closeSession(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(Session, { id });
}

/** Signs a user out everywhere: after a new password, a suspension, or another role. */
export async function closeAllSessions(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(Session, { userId });
}
