import { computed, related, stored, storedText, storedTextOrNull } from '../../serialization/fields';
import { listOf, reference, text, textOrNull } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { absoluteUrl, authorUrl } from '../../serialization/urls';
import type { UserView } from '../../views';
import { countOfPosts } from '../count-of-posts';
import { createdAndUpdated, date } from './dates';

const fields = [
  storedText<UserView>('id', (entity) => entity.id),
  storedText<UserView>('name', (entity) => entity.name),
  storedText<UserView>('slug', (entity) => entity.slug),
  storedText<UserView>('email', (entity) => entity.email),
  stored<UserView>('profile_image', textOrNull, (entity, { site }) => absoluteUrl(entity.profileImage, site.url)),
  stored<UserView>('cover_image', textOrNull, (entity, { site }) => absoluteUrl(entity.coverImage, site.url)),
  storedTextOrNull<UserView>('bio', (entity) => entity.bio),
  storedTextOrNull<UserView>('website', (entity) => entity.website),
  storedTextOrNull<UserView>('location', (entity) => entity.location),
  storedTextOrNull<UserView>('facebook', (entity) => entity.facebook),
  storedTextOrNull<UserView>('twitter', (entity) => entity.twitter),
  storedTextOrNull<UserView>('accessibility', (entity) => entity.accessibility),
  storedText<UserView>('status', (entity) => entity.status),
  storedTextOrNull<UserView>('meta_title', (entity) => entity.metaTitle),
  storedTextOrNull<UserView>('meta_description', (entity) => entity.metaDescription),
  storedTextOrNull<UserView>('tour', (entity) => entity.tour),
  date<UserView>('last_seen', (entity) => entity.lastSeenAt),
  ...createdAndUpdated<UserView>(),
  related<UserView>('permissions', listOf(reference('Permission')), (entity, view) =>
    entity.permissions?.map((permission) => view.contract.admin.permission(permission, view)),
  ),
  related<UserView>('roles', listOf(reference('Role')), (entity, view) =>
    entity.roles?.map((role) => view.contract.admin.role(role, view)),
  ),
  countOfPosts,
  computed<UserView>('url', text, (entity, { site }) => authorUrl(entity, site.url)),
];

/** A member of staff as staff sees them: never the password. */
export const user = serializerOf<UserView>(fields);
