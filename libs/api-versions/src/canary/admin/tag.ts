import { computed, stored, storedText, storedTextOrNull } from '../../serialization/fields';
import { text, textOrNull } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { absoluteUrl, tagUrl } from '../../serialization/urls';
import type { TagView } from '../../views';
import { countOfPosts } from '../count-of-posts';
import { createdAndUpdated } from './dates';

/** A tag as staff sees it. */
export const tag = serializerOf<TagView>([
  storedText('id', (entity) => entity.id),
  storedText('name', (entity) => entity.name),
  storedText('slug', (entity) => entity.slug),
  storedTextOrNull('description', (entity) => entity.description),
  stored('feature_image', textOrNull, (entity, { site }) => absoluteUrl(entity.featureImage, site.url)),
  storedText('visibility', (entity) => entity.visibility),
  storedTextOrNull('meta_title', (entity) => entity.metaTitle),
  storedTextOrNull('meta_description', (entity) => entity.metaDescription),
  ...createdAndUpdated<TagView>(),
  countOfPosts,
  computed('url', text, (entity, { site }) => tagUrl(entity, site.url)),
]);
