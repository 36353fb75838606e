import type { Field, Serializer } from '../contract';
import { computed, without } from '../serialization/fields';
import { booleanSchema } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import type { UserView } from '../views';

/**
 * The switches for the mails that Ghost 5 sends to staff; Almanac sends none of these mails. Switches that came after 5.50 are left
 * out, because `@ts-ghost/admin-api` 4 rejects them.
 */
export const notifications = [
  'comment_notifications',
  'free_member_signup_notification',
  'mention_notifications',
  'milestone_notifications',
  'paid_subscription_canceled_notification',
  'paid_subscription_started_notification',
] as const;

const notificationFields: readonly Field<UserView>[] = notifications.map((name) =>
  computed(name, booleanSchema, () => false),
);

/** Social networks that came with late releases of Ghost 5. Strict clients reject these keys. */
const networks: ReadonlySet<string> = new Set([
  'threads',
  'bluesky',
  'mastodon',
  'tiktok',
  'youtube',
  'instagram',
  'linkedin',
]);

/** Shows the fields in `networks` on request only: those that `fields` names, or all with `include=networks`. */
export function withSocialNetworksOnRequest(user: Serializer<UserView>): Serializer<UserView> {
  const onRequest = (field: Field<UserView>): Field<UserView> => ({
    ...field,
    isOptional: true,
    isShown: ({ fields, include = [] }) => fields?.includes(field.name) ?? include.includes('networks'),
  });
  return serializerOf(user.fields.map((field) => (networks.has(field.name) ? onRequest(field) : field)));
}

/** Adds a key for each notification, and removes `tour`, as in Ghost 5. */
export function withNotifications(user: Serializer<UserView>): Serializer<UserView> {
  return serializerOf([...without(user.fields, 'tour'), ...notificationFields]);
}
