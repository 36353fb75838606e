import { Setting } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { isStorableSender, type MemberSubscriptionSettings, memberSubscriptionSettings } from '@almanac/validation';
import type { EntityManager } from 'typeorm';

/** The key of the setting. */
export const MEMBER_SUBSCRIPTION_SETTINGS = 'members_subscription_settings';

/** Reads whether visitors can become members, and the sender of mails to members. */
export async function readMemberSubscriptionSettings(manager: EntityManager): Promise<MemberSubscriptionSettings> {
  const setting = await manager.findOneBy(Setting, { key: MEMBER_SUBSCRIPTION_SETTINGS });
  return memberSubscriptionSettings(setting?.value);
}

/**
 * Checks the sender of mails to members in a new value of the setting. A sender that is stored already is not checked: Ghost's admin
 * client (version 3) sends all settings with each change.
 * @throws ValidationError for a new sender that `isStorableSender` rejects
 */
export function assertSender(value: string | null, stored: string | null): void {
  const { fromAddress } = memberSubscriptionSettings(value);
  if (isStorableSender(fromAddress) || fromAddress === memberSubscriptionSettings(stored).fromAddress) return;
  throw new ValidationError('The sender of mails to members is not a valid e-mail address.', {
    property: 'fromAddress',
    context: `settings.${MEMBER_SUBSCRIPTION_SETTINGS}`,
    help: 'The sender is an address without a name, e.g. news@example.com, or a value without @, which has no effect.',
  });
}
