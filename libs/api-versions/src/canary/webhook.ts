import type { ApiContract, Snapshots } from '../contract';
import { type JsonObject, type Serializer, type View } from '../serialization/serializer';
import { serializerOf } from '../serialization/serializer';
import type { MemberView, PostView, SiteView, TagView } from '../views';

const everyFormat = { formats: ['mobiledoc', 'html', 'plaintext'] };
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

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
      current: isSomething(current) ? serializer(withRolesAsKnown(revived(current), previous), view, everyFormat) : {},
      previous: isSomething(previous) ? storedPartOf(serializer)(revived(previous), view, everyFormat) : {},
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

/** A snapshot that went through JSON, with its instants as dates again. */
function revived(snapshot: object): Subject {
  return withDates(snapshot) as Subject;
}

// Not by a reviver of JSON.parse: that would write out and read again texts as long as posts are, for a few dates.
function withDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDates);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, dateOr(key, part)]));
}

function dateOr(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return withDates(value);
  return key.endsWith('At') && isoInstant.test(value) ? new Date(value) : value;
}
