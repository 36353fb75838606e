import { createObjectId, MemberSubscription } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

const NICKNAME = 'Complimentary';

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
  const current = { memberId, provider: 'complimentary', status: 'active' } as const;
  const isOpenNow = await manager.existsBy(MemberSubscription, current);
  if (isOpenNow === isOpen) return false;
  if (isOpen) await openComplimentary(manager, [memberId], now);
  else
    await manager.update(MemberSubscription, current, { status: 'canceled', currentPeriodEndAt: now, updatedAt: now });
  return true;
}

/** Opens the plan for members who do not have it. */
export async function openComplimentary(
  manager: EntityManager,
  memberIds: readonly string[],
  now: Date,
): Promise<void> {
  if (memberIds.length === 0) return;
  const rows = memberIds.map((memberId) => ({
    id: createObjectId(),
    memberId,
    provider: 'complimentary' as const,
    status: 'active' as const,
    planNickname: NICKNAME,
    planAmount: 0,
    startedAt: now,
    createdAt: now,
    updatedAt: now,
  }));
  await manager.insert(MemberSubscription, rows);
}
