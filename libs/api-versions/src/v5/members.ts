import type { Serializer } from '../contract';
import { without } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import type { MemberView } from '../views';

type MemberSerializer = Serializer<MemberView>;

/** Ghost 5 has the subscriptions of a member in the list `subscriptions`, not under `payment`. */
export function withoutPayment(member: MemberSerializer): MemberSerializer {
  return serializerOf(without(member.fields, 'payment'));
}

/** Keys that strict clients reject (`@ts-ghost/admin-api`). */
const details: ReadonlySet<string> = new Set(['uuid', 'tiers', 'attribution', 'unsubscribe_url']);

/** A response has each of the `details` only if `include` names it. Payloads of webhooks have all of them. */
export function withDetailsOnRequest(member: MemberSerializer): MemberSerializer {
  return serializerOf(
    member.fields.map((field) =>
      details.has(field.name)
        ? { ...field, isShown: ({ include }) => include === undefined || include.includes(field.name) }
        : field,
    ),
  );
}
