import { emailDefinition, emailRecipientDefinition } from '@almanac/resource-fields';
import type { Field } from '../../contract';
import { computed, optional, stored, storedText, storedTextOrNull } from '../../serialization/fields';
import {
  closedObject,
  integerSchema,
  oneOfWords,
  orNull,
  stringOrNullSchema,
  stringSchema,
} from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import type { EmailRecipientView, EmailView } from '../../views';
import { date } from './dates';

const counter = (name: string, read: (email: EmailView) => number | undefined): Field<EmailView> =>
  stored(name, integerSchema, read);

/** The mail of a post. Lists do not load `html` and `plaintext`. */
export const email = serializerOf<EmailView>([
  storedText('id', (entity) => entity.id),
  storedText('uuid', (entity) => entity.uuid),
  storedText('post_id', (entity) => entity.postId),
  stored('status', oneOfWords(...emailDefinition.fields.status.values), (entity) => entity.status),
  storedText('subject', (entity) => entity.subject),
  storedText('recipient_filter', (entity) => entity.recipientFilter),
  counter('recipients', (entity) => entity.recipientCount),
  counter('sent', (entity) => entity.sentCount),
  counter('failed', (entity) => entity.failedCount),
  counter('skipped', (entity) => entity.skippedCount),
  storedTextOrNull('error', (entity) => entity.error),
  date('submitted_at', (entity) => entity.submittedAt),
  date('created_at', (entity) => entity.createdAt),
  date('updated_at', (entity) => entity.updatedAt),
  optional(computed('html', stringOrNullSchema, ({ content }) => content && content.html)),
  optional(computed('plaintext', stringOrNullSchema, ({ content }) => content && content.plaintext)),
]);

const member = orNull(closedObject({ id: stringSchema, email: stringSchema, name: stringOrNullSchema }));

/** A member to whom a post is sent, and the result. `member` is null if the member was deleted. */
export const emailRecipient = serializerOf<EmailRecipientView>([
  storedText('id', (entity) => entity.id),
  storedText('email_id', (entity) => entity.emailId),
  storedText('member_id', (entity) => entity.memberId),
  stored('status', oneOfWords(...emailRecipientDefinition.fields.status.values), (entity) => entity.status),
  stored('attempt_count', integerSchema, (entity) => entity.attemptCount),
  date('next_attempt_at', (entity) => entity.nextAttemptAt),
  storedTextOrNull('error', (entity) => entity.error),
  date('created_at', (entity) => entity.createdAt),
  date('processed_at', (entity) => entity.processedAt),
  stored('member', member, (entity) => entity.member),
]);
