import { createObjectId, MemberSubscription } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** What all plans that are given have alike. */
export const COMPLIMENTARY = {
  provider: 'complimentary',
  status: 'active',
  planNickname: 'Complimentary',
} as const;

/**
 * Opens or ends the plan that a member is given rather than sold.
 * @returns whether that changed anything
 */
export async function setComplimentary(
  manager: EntityManager,
  memberId: string,
  isOpen: boolean,
  now: Date,
): Promise<boolean> {
  const { provider, status } = COMPLIMENTARY;
  const current = { memberId, provider, status };
  const isOpenNow = await manager.existsBy(MemberSubscription, current);
  if (isOpenNow === isOpen) return false;
  if (isOpen) await openComplimentary(manager, memberId, now);
  else
    await manager.update(MemberSubscription, current, { status: 'canceled', currentPeriodEndAt: now, updatedAt: now });
  return true;
}

/** Opens the plan for a member who does not have it. */
export async function openComplimentary(manager: EntityManager, memberId: string, now: Date): Promise<void> {
  const dates = { startedAt: now, createdAt: now, updatedAt: now };
  await manager.insert(MemberSubscription, { ...COMPLIMENTARY, ...dates, id: createObjectId(), memberId });
}
