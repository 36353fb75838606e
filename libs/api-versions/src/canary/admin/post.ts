import { postStatuses } from '@almanac/resource-fields';
import { utcSeconds } from '../../serialization/dates';
import { computed, stored } from '../../serialization/fields';
import { flag, oneOfWords, textOrNull } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import type { PostView } from '../../views';
import * as field from '../post-fields';
import { date } from './dates';

/** The format given when a request names none. */
const defaultFormats = ['mobiledoc'] as const;

/** A post or page as staff sees it; the eight meta fields are computed because they live beside the post. */
export const post = serializerOf<PostView>([
  field.idOf(),
  field.uuid,
  field.title,
  field.slug,
  field.mobiledoc(defaultFormats),
  field.html(defaultFormats),
  field.commentId,
  field.plaintext(defaultFormats),
  field.featureImage,
  field.featured,
  stored('status', oneOfWords(...postStatuses), (post) => post.status),
  field.visibility,
  field.date('created_at', (post) => post.createdAt, utcSeconds, false),
  date('updated_at', (post) => post.updatedAt),
  date('published_at', (post) => post.publishedAt),
  date('unpublish_at', (post) => post.unpublishAt),
  field.customExcerpt,
  field.codeinjection('head'),
  field.codeinjection('foot'),
  field.customTemplate,
  field.canonicalUrl,
  stored('email_subject', textOrNull, (post) => post.emailSubject),
  stored('send_email_when_published', flag, (post) => post.sendEmailWhenPublished),
  field.tags('admin'),
  field.authors('admin'),
  field.primaryAuthor('admin'),
  field.primaryTag('admin'),
  field.url,
  field.excerpt,
  field.readingTime(defaultFormats),
  ...field.metaFields,
  computed('email', { type: 'null' }, (post) => post.email),
]);
