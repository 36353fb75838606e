import { createObjectId, Session, type User } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import { createSecret, digestOf } from '../secrets/secret';

/** Half a year, as in Ghost. */
const SESSION_LIFETIME_MS = 182 * 24 * 60 * 60 * 1000;

/** A new session. The database stores only a digest of its secret. */
export interface OpenedSession {
  id: string;
  secret: string;
  expiresAt: Date;
}

/**
 * Opens a session for a user, bound to the origin of the request.
 * @param session `secret`: a secret that cannot be guessed; by default a random one
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

/** The session with this secret, its user and their roles; null if there is none, it has expired, or the user may not sign in. */
export async function findSession(
  manager: EntityManager,
  secret: string,
  now: Date,
): Promise<(Session & { user: User }) | null> {
  // Every request of staff runs this, so it sends one statement. `findOne` with relations would send two.
  const session = await manager
    .createQueryBuilder(Session, 'session')
    .innerJoinAndSelect('session.user', 'user')
    .leftJoinAndSelect('user.roles', 'role')
    .where('session.secretDigest = :digest', { digest: digestOf(secret) })
    .getOne();
  if (!session?.user || session.expiresAt <= now || !canSignIn(session.user)) return null;
  return Object.assign(session, { user: session.user });
}

/** Suspended users (`inactive`) and users who have to reset their password (`locked`) may not sign in. */
export function canSignIn(user: Pick<User, 'status'>): boolean {
  return user.status !== 'inactive' && user.status !== 'locked';
}

/** Closes one session. */
export async function closeSession(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(Session, { id });
}

/** Closes all sessions of a user. Needed after a change of the password, the role or the status of the user. */
export async function closeAllSessions(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(Session, { userId });
}
