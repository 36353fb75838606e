import { type ApiVersion, isKnownIn, type ResourceDefinition } from '@almanac/resource-fields';
import type { Resource } from '../resource';

/**
 * For each field of a resource, by the name of its column: the oldest API version that has it. `Resource.since` explains keys that are not
 * in the map.
 * @param related the definitions of related rows, by the prefix of their keys, e.g. `tags` for `tags.name`
 */
export function sinceOf(
  { list: fields }: ResourceDefinition,
  related: Readonly<Record<string, ResourceDefinition>> = {},
): Map<string, ApiVersion> {
  const own = fields.map(({ column, since }) => [column, since] as const);
  const others = Object.entries(related).flatMap(([prefix, definition]) =>
    definition.list.map(({ column, since }) => [`${prefix}.${column}`, since] as const),
  );
  return new Map([...own, ...others]);
}

/** The cached results of {@link inVersion}, by resource. */
const restricted = new WeakMap<object, Map<ApiVersion, unknown>>();

/** The resource in an API version: without the formats, filters, orders and relations that only later versions have. */
export function inVersion<Row>(resource: Resource<Row>, version: ApiVersion): Resource<Row> {
  const versions = restricted.get(resource) ?? new Map<ApiVersion, unknown>();
  restricted.set(resource, versions);
  const known = versions.get(version) ?? restrict(resource, version);
  versions.set(version, known);
  return known as Resource<Row>;
}

function restrict<Row>(resource: Resource<Row>, version: ApiVersion): Resource<Row> {
  const isKnown = (key: string): boolean => {
    const since = resource.since?.get(key);
    return since === undefined || isKnownIn(version, { since });
  };
  const known = <Target>(targets: ReadonlyMap<string, Target>): Map<string, Target> =>
    new Map([...targets].filter(([key]) => isKnown(key)));
  return {
    ...resource,
    filters: known(resource.filters),
    orders: known(resource.orders),
    relations: known(resource.relations),
    ...(resource.formats && { formats: resource.formats.filter(isKnown) }),
  };
}
