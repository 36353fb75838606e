import {
  type InstantProperties,
  labelInstants,
  memberInstants,
  postInstants,
  reviveInstants,
  tagInstants,
} from '@almanac/resource-fields';
import type { ApiContract, Serializer, Snapshots, RenderContext, WebhookResource } from '../contract';
import type { JsonObject } from '../serialization/json';
import { serializerOf } from '../serialization/serializer';
import type { LabelView, MemberView, PostView, SiteView, TagView } from '../views';

const everyFormat = { formats: ['mobiledoc', 'lexical', 'html', 'plaintext'] };

/** The properties of all resources together, so that the serializers of all resources have one type. */
type Subject = PostView & TagView & MemberView & LabelView;
type SubjectResource = Exclude<WebhookResource, 'site'>;

/** The properties of each resource that are instants. Snapshots store them as ISO strings. */
const instants: Record<SubjectResource, InstantProperties> = {
  post: postInstants,
  page: postInstants,
  tag: tagInstants,
  member: memberInstants,
  label: labelInstants,
};

/** The payload of a webhook in the version of the contract, e.g. `{post: {current, previous}}`; `{}` for the resource `site`. */
export function payload(
  contract: ApiContract,
  resource: WebhookResource,
  { current, previous }: Snapshots,
  site: SiteView,
): JsonObject {
  if (resource === 'site') return {};
  const serializer = serializerFor(contract, resource);
  const context: RenderContext = { contract, site };
  const revive = (snapshot: object): Subject => reviveInstants(snapshot, instants[resource]) as Subject;
  return {
    [resource]: {
      current: hasKeys(current)
        ? serializer(withoutRolesOfNewAuthors(revive(current), previous), context, everyFormat)
        : {},
      previous: hasKeys(previous) ? previousSerializerOf(serializer)(revive(previous), context, everyFormat) : {},
    },
  };
}

/** Removes the roles of the authors if the post is new, or if its authors changed, as Ghost does. */
function withoutRolesOfNewAuthors(current: Subject, previous: object | null | undefined): Subject {
  const hasNewAuthors = !hasKeys(previous) || 'authors' in previous;
  if (!hasNewAuthors || current.authors === undefined) return current;
  return { ...current, authors: current.authors.map(({ roles: _roles, ...author }) => author) };
}

function hasKeys(snapshot: object | null | undefined): snapshot is object {
  return snapshot !== null && snapshot !== undefined && Object.keys(snapshot).length > 0;
}

function serializerFor({ admin }: ApiContract, resource: SubjectResource): Serializer<Subject> {
  const serializers: Record<SubjectResource, Serializer<Subject>> = {
    post: admin.post,
    page: admin.page,
    tag: admin.tag,
    member: admin.member,
    label: admin.label,
  };
  return serializers[resource];
}

const previousSerializers = new WeakMap<Serializer<Subject>, Serializer<Subject>>();
const otherFieldsOfPrevious = new Set(['tags', 'authors', 'labels', 'subscriptions', 'status']);

/**
 * The serializer of `previous` in a payload, which has only the fields that are columns of the resource's own table (`isOwnColumn`), and
 * those in `otherFieldsOfPrevious`.
 */
function previousSerializerOf(serializer: Serializer<Subject>): Serializer<Subject> {
  const cached = previousSerializers.get(serializer);
  if (cached) return cached;
  const fields = serializer.fields.filter((field) => field.isOwnColumn || otherFieldsOfPrevious.has(field.name));
  const previousSerializer = serializerOf(fields);
  previousSerializers.set(serializer, previousSerializer);
  return previousSerializer;
}
