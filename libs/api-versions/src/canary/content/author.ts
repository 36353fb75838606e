import { computed, stored, storedText, storedTextOrNull } from '../../serialization/fields';
import { text, textOrNull } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { absoluteUrl, authorUrl } from '../../serialization/urls';
import type { UserView } from '../../views';
import { countOfPosts } from '../count-of-posts';

/** A user as the public sees an author: never the e-mail, never the role, never when last seen. */
export const author = serializerOf<UserView>([
  storedText('id', (entity) => entity.id),
  storedText('name', (entity) => entity.name),
  storedText('slug', (entity) => entity.slug),
  stored('profile_image', textOrNull, (entity, { site }) => absoluteUrl(entity.profileImage, site.url)),
  stored('cover_image', textOrNull, (entity, { site }) => absoluteUrl(entity.coverImage, site.url)),
  storedTextOrNull('bio', (entity) => entity.bio),
  storedTextOrNull('website', (entity) => entity.website),
  storedTextOrNull('location', (entity) => entity.location),
  storedTextOrNull('facebook', (entity) => entity.facebook),
  storedTextOrNull('twitter', (entity) => entity.twitter),
  storedTextOrNull('meta_title', (entity) => entity.metaTitle),
  storedTextOrNull('meta_description', (entity) => entity.metaDescription),
  countOfPosts,
  computed('url', text, (entity, { site }) => authorUrl(entity, site.url)),
]);
