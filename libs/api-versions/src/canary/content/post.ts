import type { RenderContext } from '../../contract';
import { zonedSeconds } from '../../serialization/dates';
import { serializerOf } from '../../serialization/serializer';
import type { PostView } from '../../views';
import * as field from '../post-fields';

/** The formats of the content in a response to a request without `formats`. */
const defaultFormats = ['html'] as const;

const inTimezoneOfSite = (instant: Date, { site }: RenderContext): string => zonedSeconds(instant, site.timezone);

/** A post in the Content API. */
export const post = serializerOf<PostView>([
  ...field.storedPostFields('public', defaultFormats, inTimezoneOfSite),
  field.authors('content'),
  field.tags('content'),
  field.primaryAuthor('content'),
  field.primaryTag('content'),
  field.url,
  field.excerpt,
  field.readingTime(defaultFormats),
  ...field.metaFields,
]);
