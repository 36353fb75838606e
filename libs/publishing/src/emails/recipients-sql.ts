import { isPayingSql, type PostVisibility } from '@almanac/entities';
import { BadRequestError, ValidationError } from '@almanac/errors';
import { postDefinition } from '@almanac/resource-fields';
import { recipientCondition, type RecipientCondition, type RecipientFilterScope } from '@almanac/resource-queries';
import type { Actor } from '../permissions/actor';
import { reachOf } from '../permissions/authorize';

const MAX_FILTER_LENGTH = postDefinition.fields.emailRecipientFilter.input.maxLength;
/** The properties of a post that decide which members may read all or part of it. */
export interface PostAccessFields {
  visibility: PostVisibility;
  /** Whether the post has a part before a paywall, which free members may read. It matters only for the visibility `paid`. */
  hasFreePart: boolean;
}

/**
 * The condition for the members who get a post by mail, over `publishing.members t`: they are subscribed, their address is not
 * disabled, they may read at least a part of the post, and they match its recipient filter.
 * @param now the base of relative dates in the filter
 * @throws ValidationError when the filter is not valid
 */
export function recipientsSql(post: PostAccessFields, filter: string, now: Date): RecipientCondition {
  const condition = filterCondition(filter, now);
  const mayRead = post.visibility !== 'paid' || post.hasFreePart ? 'true' : isPayingSql('t.id');
  return { sql: `t.subscribed and not t.email_disabled and ${mayRead} and ${condition.sql}`, values: condition.values };
}

/**
 * Checks a recipient filter that an actor sets, or whose recipients they count. Actors who may not list members may filter only by
 * status, `subscribed` and labels (the scope `groups`). Otherwise the number of recipients of `email:'jane@example.com'` would show
 * them whether Jane is a member.
 * @param now the base of relative dates in the filter
 * @throws ValidationError when the filter is not valid or too long, or uses a field that the actor may not filter by
 */
export function assertRecipientFilter(actor: Actor, filter: string | undefined, now: Date): void {
  if (filter === undefined) return;
  // The schema of a body limits the length, but the filter can come from a query string.
  if (filter.length > MAX_FILTER_LENGTH) {
    const message = `Value in [posts.email_recipient_filter] exceeds maximum length of ${MAX_FILTER_LENGTH} characters.`;
    throw new ValidationError(message, { property: 'email_recipient_filter' });
  }
  const scope = reachOf(actor.role, 'members.browse') === 'any' ? 'members' : 'groups';
  filterCondition(filter, now, scope);
}

/** Whether a filter may be stored as the recipient filter of a post. `now` is the base of its relative dates. */
export function isRecipientFilter(filter: string, now: Date): boolean {
  if (filter.length > MAX_FILTER_LENGTH) return false;
  try {
    filterCondition(filter, now);
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

const HELP_OF_SCOPE: Readonly<Record<RecipientFilterScope, string>> = {
  members: 'A recipient filter is "all", "free", "paid", "none" or a filter of members, e.g. "label:vip+status:paid".',
  groups:
    'A recipient filter is "all", "free", "paid", "none" or a filter by status, subscribed and label, e.g. "label:vip+status:paid".',
};

function filterCondition(filter: string, now: Date, scope: RecipientFilterScope = 'members'): RecipientCondition {
  try {
    return recipientCondition(filter, now, scope);
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    const help = HELP_OF_SCOPE[scope];
    throw new ValidationError('The recipient filter is not valid.', {
      property: 'email_recipient_filter',
      help,
      cause: error,
    });
  }
}
