import type { Field, Serializer } from '../contract';
import { computed, without } from '../serialization/fields';
import { flag } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import type { UserView } from '../views';

/** The mails that Ghost 5 sends to staff. Almanac sends none of them. */
export const notifications = [
  'comment_notifications',
  'donation_notifications',
  'free_member_signup_notification',
  'mention_notifications',
  'milestone_notifications',
  'paid_subscription_canceled_notification',
  'paid_subscription_started_notification',
  'recommendation_notifications',
] as const;

const switches: readonly Field<UserView>[] = notifications.map((name) => computed(name, flag, () => false));

/** The admin client of Ghost 5 has no tour, and switches for notifications. */
export function withNotifications(user: Serializer<UserView>): Serializer<UserView> {
  return serializerOf([...without(user.fields, 'tour'), ...switches]);
}
