import type { Serializer } from '../contract';
import { without } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import type { MemberView } from '../views';

type MemberSerializer = Serializer<MemberView>;

/** Ghost 5 has the subscriptions of a member in the list `subscriptions`, not under `payment`. */
export function withoutPayment(member: MemberSerializer): MemberSerializer {
  return serializerOf(without(member.fields, 'payment'));
}

const details: ReadonlySet<string> = new Set(['uuid', 'tiers', 'attribution', 'unsubscribe_url']);

/** Strict clients reject these keys, so a response has them only if `include` names them. Webhooks have all keys. */
export function withDetailsOnRequest(member: MemberSerializer): MemberSerializer {
  return serializerOf(
    member.fields.map((field) =>
      details.has(field.name)
        ? { ...field, isShown: ({ include }) => include === undefined || include.includes(field.name) }
        : field,
    ),
  );
}
