import { type ApiVersion, isKnownIn } from '@almanac/resource-fields';
import { inputReadersOf } from './canary/input-readers';
import type { AdminContract, ApiContract, ContentContract, Serializer } from './contract';
import { serializerOf } from './serialization/serializer';

/**
 * A base for the contract of an older version: the contract `newer` without the fields whose definition has a later `since`. They are
 * absent from request bodies, and from responses with posts, pages, tags, authors, users, members and settings (of the Admin API). So a new
 * field with `since: 'canary'` does not become part of an older version by accident.
 */
export function olderContract(version: ApiVersion, newer: ApiContract): ApiContract {
  return {
    ...newer,
    version,
    content: contentIn(version, newer.content),
    admin: adminIn(version, newer.admin),
    inputReaders: inputReadersOf(version),
    behaviour: { ...newer.behaviour, hasField: (field) => isKnownIn(version, field) },
  };
}

/** The serializer without the fields that came after the version. */
function serializerIn<Entity>(version: ApiVersion, { fields }: Serializer<Entity>): Serializer<Entity> {
  return serializerOf(fields.filter(({ since }) => since === undefined || isKnownIn(version, { since })));
}

function contentIn(version: ApiVersion, newer: ContentContract): ContentContract {
  return {
    ...newer,
    post: serializerIn(version, newer.post),
    page: serializerIn(version, newer.page),
    tag: serializerIn(version, newer.tag),
    author: serializerIn(version, newer.author),
  };
}

function adminIn(version: ApiVersion, newer: AdminContract): AdminContract {
  return {
    ...newer,
    post: serializerIn(version, newer.post),
    page: serializerIn(version, newer.page),
    tag: serializerIn(version, newer.tag),
    user: serializerIn(version, newer.user),
    sessionUser: serializerIn(version, newer.sessionUser),
    member: serializerIn(version, newer.member),
    setting: serializerIn(version, newer.setting),
  };
}
