import { emailDefinition } from './definitions/email';
import { labelDefinition } from './definitions/label';
import { memberDefinition, memberSubscriptionDefinition } from './definitions/member';
import { postDefinition } from './definitions/post';
import { roleDefinition } from './definitions/role';
import { tagDefinition } from './definitions/tag';
import { userDefinition } from './definitions/user';
import { instantCodec } from './instant-codec';

/** Codecs of records with their relations, as lists and outbox events have them. */
export const roleCodec = instantCodec(roleDefinition.list);
export const tagCodec = instantCodec(tagDefinition.list);
export const userCodec = instantCodec(userDefinition.list, { roles: roleCodec });
const emailCodec = instantCodec(emailDefinition.list);
export const postCodec = instantCodec(postDefinition.list, { tags: tagCodec, authors: userCodec, email: emailCodec });
export const subscriptionCodec = instantCodec(memberSubscriptionDefinition.list);
export const labelCodec = instantCodec(labelDefinition.list);
export const memberCodec = instantCodec(memberDefinition.list, {
  subscriptions: subscriptionCodec,
  labels: labelCodec,
});
