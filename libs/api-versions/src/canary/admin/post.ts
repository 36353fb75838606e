import { utcSeconds } from '../../serialization/dates';
import { orNull, reference } from '../../serialization/json-schema';
import { computed } from '../../serialization/fields';
import { serializerOf } from '../../serialization/serializer';
import type { PostView } from '../../views';
import * as field from '../post-fields';

/** The formats of the content in a response to a request without `formats`. */
const defaultFormats = ['mobiledoc'] as const;

/** A post or page in the Admin API. */
export const post = serializerOf<PostView>([
  ...field.storedPostFields('staff', defaultFormats, utcSeconds),
  field.tags('admin'),
  field.authors('admin'),
  field.primaryAuthor('admin'),
  field.primaryTag('admin'),
  field.url,
  field.excerpt,
  field.readingTime(defaultFormats),
  ...field.metaFields,
  {
    ...computed<PostView>('email', orNull(reference('Email')), ({ email }, context) =>
      email ? context.contract.admin.email(email, context) : email,
    ),
    since: 'v3',
  },
]);
