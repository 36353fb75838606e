import { createObjectId, MemberSubscription } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** Values of the columns of a complimentary subscription, which a member has without paying. */
export const COMPLIMENTARY = {
  provider: 'complimentary',
  status: 'active',
  planNickname: 'Complimentary',
} as const;

/**
 * Adds a complimentary subscription to a member who has none, or ends the existing one.
 * @param isWanted whether the member has a complimentary subscription afterwards
 * @returns whether anything changed
 */
export async function setComplimentary(
  manager: EntityManager,
  memberId: string,
  isWanted: boolean,
  now: Date,
): Promise<boolean> {
  const { provider, status } = COMPLIMENTARY;
  const current = { memberId, provider, status };
  const exists = await manager.existsBy(MemberSubscription, current);
  if (exists === isWanted) return false;
  if (isWanted) await openComplimentary(manager, memberId, now);
  else
    await manager.update(MemberSubscription, current, { status: 'canceled', currentPeriodEndAt: now, updatedAt: now });
  return true;
}

/** Adds a complimentary subscription to a member who has none. */
export async function openComplimentary(manager: EntityManager, memberId: string, now: Date): Promise<void> {
  const dates = { startedAt: now, createdAt: now, updatedAt: now };
  await manager.insert(MemberSubscription, { ...COMPLIMENTARY, ...dates, id: createObjectId(), memberId });
}
