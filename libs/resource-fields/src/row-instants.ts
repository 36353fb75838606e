import { emailDefinition } from './definitions/email';
import { labelDefinition } from './definitions/label';
import { memberDefinition, memberSubscriptionDefinition } from './definitions/member';
import { postDefinition } from './definitions/post';
import { roleDefinition } from './definitions/role';
import { tagDefinition } from './definitions/tag';
import { userDefinition } from './definitions/user';
import { instantProperties } from './instant-properties';

// Arguments for `reviveInstants`, which converts strings in rows from JSON to `Date`: the instant properties of rows with their relations,
// as outbox events contain them.
export const roleInstants = instantProperties(roleDefinition.list);
export const tagInstants = instantProperties(tagDefinition.list);
export const userInstants = instantProperties(userDefinition.list, { roles: roleInstants });
const emailInstants = instantProperties(emailDefinition.list);
export const postInstants = instantProperties(postDefinition.list, {
  tags: tagInstants,
  authors: userInstants,
  email: emailInstants,
});
export const subscriptionInstants = instantProperties(memberSubscriptionDefinition.list);
export const labelInstants = instantProperties(labelDefinition.list);
export const memberInstants = instantProperties(memberDefinition.list, {
  subscriptions: subscriptionInstants,
  labels: labelInstants,
});
