import { type FieldReader, newsletterDefinition, tierDefinition } from '@almanac/resource-fields';
import type { Serializer } from '../contract';
import { utcSeconds } from '../serialization/dates';
import { computed } from '../serialization/fields';
import { booleanSchema, listOf, stringSchema } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import { storedFields } from '../serialization/stored-fields';
import type { NewsletterView, TierView } from '../views';

/** A tier. Clients of Ghost expect `benefits`; the list is empty, because Almanac does not store benefits. */
export const tier: Serializer<TierView> = serializerOf<TierView>([
  ...storedFields<TierView>(tierDefinition, 'public', { formatInstant: utcSeconds }),
  computed('benefits', listOf(stringSchema), () => []),
]);

/**
 * The serializer of the newsletter of the site for the Content API (`public`) or the Admin API (`staff`). `feedback_enabled` is false,
 * because members cannot rate mails.
 */
export function newsletterFor(reader: FieldReader): Serializer<NewsletterView> {
  const fields = storedFields<NewsletterView>(newsletterDefinition, reader, { formatInstant: utcSeconds });
  return serializerOf(
    reader === 'public' ? fields : [...fields, computed('feedback_enabled', booleanSchema, () => false)],
  );
}
