import { computed, stored, storedText, storedTextOrNull } from '../serialization/fields';
import { booleanSchema, integerSchema, oneOfWords, stringOrNullSchema } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import { date } from '../canary/admin/dates';
import type { EmailView } from '../views';

const statuses = ['pending', 'submitting', 'submitted', 'failed'] as const;

/**
 * The status as Ghost 5 names it. Ghost 5 has neither paused nor cancelled mails. A paused mail can be resumed, so it is `pending`. A
 * cancelled mail is sent to no further member, so it is `submitted`.
 */
function statusOf({ status = 'pending' }: EmailView): (typeof statuses)[number] {
  if (status === 'paused') return 'pending';
  return status === 'cancelled' ? 'submitted' : status;
}

/** The mail of a post with the keys of Ghost 5. Opens are not tracked. */
export const emailOfGhost5 = serializerOf<EmailView>([
  storedText('id', (entity) => entity.id),
  storedText('uuid', (entity) => entity.uuid),
  stored('status', oneOfWords(...statuses), statusOf),
  storedText('recipient_filter', (entity) => entity.recipientFilter),
  storedTextOrNull('error', (entity) => entity.error),
  computed('error_data', stringOrNullSchema, () => null),
  stored('email_count', integerSchema, (entity) => entity.recipientCount),
  stored('delivered_count', integerSchema, (entity) => entity.sentCount),
  stored('opened_count', integerSchema, () => 0),
  stored('failed_count', integerSchema, (entity) => entity.failedCount),
  storedText('subject', (entity) => entity.subject),
  computed('from', stringOrNullSchema, () => null),
  computed('reply_to', stringOrNullSchema, () => null),
  computed('source', stringOrNullSchema, () => null),
  computed('html', stringOrNullSchema, ({ content }) => content?.html ?? null),
  computed('plaintext', stringOrNullSchema, ({ content }) => content?.plaintext ?? null),
  computed('track_opens', booleanSchema, () => false),
  date('submitted_at', (entity) => entity.submittedAt),
  date('created_at', (entity) => entity.createdAt),
  date('updated_at', (entity) => entity.updatedAt),
]);
