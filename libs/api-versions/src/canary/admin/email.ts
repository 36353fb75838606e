import { storedText, storedTextOrNull, stored } from '../../serialization/fields';
import { count } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import type { PostEmailView } from '../../views';
import { date } from './dates';

/** The mail a post went out as. */
export const email = serializerOf<PostEmailView>([
  storedText('id', (entity) => entity.id),
  storedText('status', (entity) => entity.status),
  stored('email_count', count, (entity) => entity.recipientCount),
  storedTextOrNull('subject', (entity) => entity.subject),
  date('submitted_at', (entity) => entity.submittedAt),
  date('created_at', (entity) => entity.createdAt),
]);
