import type { Serializer } from '../contract';
import { without } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import type { MemberView } from '../views';

type MemberSerializer = Serializer<MemberView>;

/** Removes `payment`, because Ghost 5 has the subscriptions of a member in the list `subscriptions`. */
export function withoutPayment(member: MemberSerializer): MemberSerializer {
  return serializerOf(without(member.fields, 'payment'));
}

/** Keys that strict clients reject (`@ts-ghost/admin-api`). */
const fieldsOnInclude: ReadonlySet<string> = new Set(['uuid', 'tiers', 'attribution', 'unsubscribe_url']);

/**
 * Changes the fields in `fieldsOnInclude`, so that a response has each of them only if `include` names it. A webhook payload has no
 * `include`, so the new state in it (`current`) has all of them, except `unsubscribe_url`: the worker passes no function that makes this
 * URL.
 */
export function withFieldsOnInclude(member: MemberSerializer): MemberSerializer {
  return serializerOf(
    member.fields.map((field) =>
      fieldsOnInclude.has(field.name)
        ? { ...field, isShown: ({ include }) => include === undefined || include.includes(field.name) }
        : field,
    ),
  );
}
