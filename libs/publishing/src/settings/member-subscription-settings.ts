import { Setting } from '@almanac/entities';
import { type MemberSubscriptionSettings, memberSubscriptionSettings } from '@almanac/validation';
import type { EntityManager } from 'typeorm';

/** Reads whether visitors can become members. */
export async function readMemberSubscriptionSettings(manager: EntityManager): Promise<MemberSubscriptionSettings> {
  const setting = await manager.findOneBy(Setting, { key: 'members_subscription_settings' });
  return memberSubscriptionSettings(setting?.value);
}
