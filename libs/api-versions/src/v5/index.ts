import { canary } from '../canary';
import { tagFields } from '../canary/content/tag';
import { payload } from '../canary/webhook';
import type { ApiContract } from '../contract';
import { olderContract } from '../older-contract';
import { without } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';

const base = olderContract('v5', canary);

/** The differences of v5 to canary: the fields and forms that clients of Ghost 4 to 6 expect. */
export const v5: ApiContract = {
  ...base,
  content: { ...base.content, tag: serializerOf(tagFields) },
  // Ghost 5 has the subscriptions of a member in the list of that name.
  admin: { ...base.admin, member: serializerOf(without(base.admin.member.fields, 'payment')) },
  webhook: { payload: (resource, snapshots, site) => payload(v5, resource, snapshots, site) },
};
