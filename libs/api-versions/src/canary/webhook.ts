import { type InstantCodec, memberCodec, postCodec, reviveInstants, tagCodec } from '@almanac/resource-fields';
import type { ApiContract, Serializer, Snapshots, View } from '../contract';
import type { JsonObject } from '../serialization/json';
import { serializerOf } from '../serialization/serializer';
import type { MemberView, PostView, SiteView, TagView } from '../views';

const everyFormat = { formats: ['mobiledoc', 'html', 'plaintext'] };

type Subject = PostView & TagView & MemberView;

/**
 * The body of a webhook delivery: `{post: {current, previous}}`.
 * @param contract the version the receiver asked for
 */
export function payload(
  contract: ApiContract,
  event: string,
  { current, previous }: Snapshots,
  site: SiteView,
): JsonObject {
  const noun = event.split('.')[0] ?? '';
  const serializer = serializerFor(contract, noun);
  if (!serializer) return {};
  const view: View = { contract, site };
  return {
    [noun]: {
      current: isSomething(current)
        ? serializer(withRolesAsKnown(revived(noun, current), previous), view, everyFormat)
        : {},
      previous: isSomething(previous) ? storedPartOf(serializer)(revived(noun, previous), view, everyFormat) : {},
    },
  };
}

/**
 * What was just set has no more than it was set with: after an addition, or an edit of the authors, Ghost's payload holds
 * the authors without their roles.
 */
function withRolesAsKnown(current: Subject, previous: object | null | undefined): Subject {
  const isJustSet = !isSomething(previous) || 'authors' in previous;
  if (!isJustSet || current.authors === undefined) return current;
  return { ...current, authors: current.authors.map(({ roles: _roles, ...author }) => author) };
}

// An empty snapshot says that there was, or is, nothing.
function isSomething(snapshot: object | null | undefined): snapshot is object {
  return snapshot !== null && snapshot !== undefined && Object.keys(snapshot).length > 0;
}

function serializerFor({ admin }: ApiContract, noun: string): Serializer<Subject> | undefined {
  switch (noun) {
    case 'post':
      return admin.post;
    case 'page':
      return admin.page;
    case 'tag':
      return admin.tag;
    case 'member':
      return admin.member;
    default:
      return undefined;
  }
}

const storedParts = new WeakMap<Serializer<Subject>, Serializer<Subject>>();
const relations = new Set(['tags', 'authors']);

// What a thing was before is told by its stored attributes alone: no address, no excerpt, no primary tag.
function storedPartOf(serializer: Serializer<Subject>): Serializer<Subject> {
  const known = storedParts.get(serializer);
  if (known) return known;
  const part = serializerOf(serializer.fields.filter((field) => !field.isComputed || relations.has(field.name)));
  storedParts.set(serializer, part);
  return part;
}

const codecs: Readonly<Record<string, InstantCodec>> = {
  post: postCodec,
  page: postCodec,
  tag: tagCodec,
  member: memberCodec,
};

/** A snapshot that came through JSON, with its instants as Dates. */
function revived(noun: string, snapshot: object): Subject {
  const codec = codecs[noun];
  return (codec ? reviveInstants(snapshot, codec) : snapshot) as Subject;
}
