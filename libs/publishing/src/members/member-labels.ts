import { MemberLabel } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** Replaces the labels of a member. @param labelIds in the order in which the API lists them */
export async function writeMemberLabels(
  manager: EntityManager,
  memberId: string,
  labelIds: readonly string[],
): Promise<void> {
  await manager.delete(MemberLabel, { memberId });
  if (labelIds.length === 0) return;
  await manager.insert(
    MemberLabel,
    labelIds.map((labelId, sortOrder) => ({ memberId, labelId, sortOrder })),
  );
}
