import { computed, stored, storedText, storedTextOrNull } from '../serialization/fields';
import { integer, flag, oneOfWords, textOrNull } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import { date } from '../canary/admin/dates';
import type { EmailView } from '../views';

const statuses = ['pending', 'submitting', 'submitted', 'failed'] as const;

/** The status as Ghost 5 names it. Ghost 5 has neither paused nor cancelled mails. */
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
  computed('error_data', textOrNull, () => null),
  stored('email_count', integer, (entity) => entity.recipientCount),
  stored('delivered_count', integer, (entity) => entity.sentCount),
  stored('opened_count', integer, () => 0),
  stored('failed_count', integer, (entity) => entity.failedCount),
  storedText('subject', (entity) => entity.subject),
  computed('from', textOrNull, () => null),
  computed('reply_to', textOrNull, () => null),
  computed('source', textOrNull, () => null),
  computed('html', textOrNull, ({ content }) => content?.html ?? null),
  computed('plaintext', textOrNull, ({ content }) => content?.plaintext ?? null),
  computed('track_opens', flag, () => false),
  date('submitted_at', (entity) => entity.submittedAt),
  date('created_at', (entity) => entity.createdAt),
  date('updated_at', (entity) => entity.updatedAt),
]);
