import { zonedSeconds } from '../../serialization/dates';
import { type Field, serializerOf, type View } from '../../serialization/serializer';
import type { PostView } from '../../views';
import * as field from '../post-fields';

/** The format given when a request names none. */
const defaultFormats = ['html'] as const;

const zoned = (date: Date, { site }: View): string => zonedSeconds(date, site.timezone);

/** A published post as the Content API shows it: nothing of who may edit it, nothing to edit it with. */
export const post = serializerOf<PostView>([
  field.idOf(),
  field.uuid,
  field.title,
  field.slug,
  field.html(defaultFormats),
  field.commentId,
  field.plaintext(defaultFormats),
  field.featureImage,
  field.featured,
  field.visibility,
  field.date('created_at', (entity) => entity.createdAt, zoned, false),
  field.date('updated_at', (entity) => entity.updatedAt, zoned),
  field.date('published_at', (entity) => entity.publishedAt, zoned),
  field.customExcerpt,
  field.codeinjection('head'),
  field.codeinjection('foot'),
  field.customTemplate,
  field.canonicalUrl,
  field.authors('content'),
  field.tags('content'),
  field.primaryAuthor('content'),
  field.primaryTag('content'),
  field.url,
  field.excerpt,
  field.readingTime(defaultFormats),
  ...field.metaFields,
] satisfies Field<PostView>[]);
