import { compileFilter } from '../filter/compile-filter';
import { type Condition, type FilterNode, valuesOf } from '../filter/filter-node';
import type { FilterTarget, MaintainedCounts, ListingOwner, OrderClause, Resource } from '../resource';
import type { BoundValues } from './bound-values';

/** The `from` and `where` clauses of a query whose rows are named `t`. */
export interface RowSource {
  from: string;
  where: string;
}

/** The sources of a list: of its rows, and of their total number. */
export interface ListSources {
  /** If present, the query of the common table expression `matches`, which `rows` and `total` read. */
  matches?: string;
  rows: RowSource;
  /** The source of the total. `number` is the aggregate expression. If `isMaintained`, it is the sum of maintained counts. */
  total: RowSource & { number: string; isMaintained: boolean };
  /** The order over `rows`. */
  order: readonly OrderClause[];
}

/** A list request with parsed filter and order. */
export interface ListQuery<Row> {
  resource: Resource<Row>;
  filter: FilterNode | null;
  order: readonly OrderClause[];
  bound: BoundValues;
  now: Date;
}

/** A condition for one tag or author, and the other conditions of the filter. */
interface OwnerCondition {
  owner: ListingOwner;
  slug: string;
  others: readonly FilterNode[];
}

const COUNTED_ROWS = 'count(*)::int';
const SUMMED_COUNTS = 'coalesce(sum(t.n), 0)::int';

const allOf = (conditions: readonly string[]): string => conditions.join(' and ');

/** The conditions that the filter joins with `and`. */
function conjuncts(filter: FilterNode | null): readonly FilterNode[] {
  if (filter === null) return [];
  return filter.kind === 'and' ? filter.nodes.flatMap(conjuncts) : [filter];
}

/**
 * Whether a condition compares with whole values, not with a range or a part of a string. If its column has a fixed set of values
 * (`constants`), such a condition becomes SQL without parameters, so that PostgreSQL can use partial indexes.
 */
function comparesWholeValues({ comparison }: Condition): boolean {
  return comparison.kind === 'equals' || comparison.kind === 'in' || comparison.kind === 'all';
}

/** The fixed set of values (`constants`) of the column of a key; empty if the column has no fixed set, and for other keys. */
function constantsOf(targets: ReadonlyMap<string, FilterTarget>, key: string): ReadonlySet<string> {
  const target = targets.get(key);
  return new Set(target?.kind === 'column' ? target.constants?.keys() : []);
}

/**
 * Whether the stored counts distinguish the values of a condition. They count some values together, e.g. `comped` members as `paid`.
 * A value that the column cannot have needs no count, because no row has it.
 */
function hasCountedValues({ comparison, key }: Condition, { counts, filters }: CountedResource): boolean {
  const known = constantsOf(filters, key);
  const counted = constantsOf(counts.filters, key);
  return valuesOf(comparison).every((value) => !known.has(String(value)) || counted.has(String(value)));
}

type CountedResource = Pick<Resource<unknown>, 'filters'> & { counts: MaintainedCounts };

/** Whether the stored counts are sufficient for every condition: their columns contain the keys and distinguish the values. */
function areCounted(nodes: readonly FilterNode[], resource: CountedResource): boolean {
  return nodes.every((node) => {
    if (node.kind !== 'condition') return areCounted(node.nodes, resource);
    return comparesWholeValues(node) && resource.counts.filters.has(node.key) && hasCountedValues(node, resource);
  });
}

/** Finds the first condition for one tag or author. */
function findOwnerCondition<Row>({ resource, filter }: ListQuery<Row>): OwnerCondition | undefined {
  const nodes = conjuncts(filter);
  for (const node of nodes) {
    if (node.kind !== 'condition' || node.isNegated || node.comparison.kind !== 'equals') continue;
    const target = resource.filters.get(node.key);
    const owner = target?.kind === 'relation' ? target.listingOwner : undefined;
    const slug = node.comparison.value;
    if (owner && typeof slug === 'string') return { owner, slug, others: nodes.filter((other) => other !== node) };
  }
  return undefined;
}

/** Compiles conditions that are joined with `and`. */
function compileAll<Row>(
  nodes: readonly FilterNode[],
  { bound, now }: ListQuery<Row>,
  targets: ReadonlyMap<string, FilterTarget>,
): string[] {
  return nodes.length === 0 ? [] : [compileFilter({ kind: 'and', nodes: [...nodes] }, targets, bound, now)];
}

/** The order by the columns of the listings; undefined if PostgreSQL cannot read their index in this order. */
function listingOrder(
  order: readonly OrderClause[],
  listed: ReadonlyMap<string, string>,
): readonly OrderClause[] | undefined {
  if (!listed.has(order[0]?.sql ?? '')) return undefined;
  return order.map((clause) => ({ ...clause, sql: listed.get(clause.sql) ?? clause.sql }));
}

/** The conditions for the listings `l` or the counts `t` of one tag or author. @param id the SQL expression of its id */
function ownedBy(alias: 'l' | 't', owner: ListingOwner, id: string): string[] {
  const isOwned = `${alias}.owner_type = '${owner.type}' and ${alias}.owner_id = ${id}`;
  return owner.isPrimary ? [isOwned, `${alias}.is_primary`] : [isOwned];
}

/**
 * The sources for the posts of one tag or author. With them, the cost of the first page does not depend on the number of posts.
 * @returns undefined if the resource has no listings, or the listings do not have the requested order
 */
function ownedSources<Row>(query: ListQuery<Row>, { owner, slug, others }: OwnerCondition): ListSources | undefined {
  const { resource, bound } = query;
  const { listing, counts } = resource;
  const order = listing && listingOrder(query.order, listing.orders);
  if (!listing || !order || !counts) return undefined;
  const id = owner.id(bound.bind(slug));
  // These conditions are evaluated twice: on the listing, which is read first, and on the post.
  const listingConditions = others.filter(
    (node) => node.kind === 'condition' && comparesWholeValues(node) && listing.filters.has(node.key),
  );
  const rows = {
    from: `publishing.post_listings l join ${resource.table} t on t.id = l.post_id`,
    where: allOf([
      ...ownedBy('l', owner, id),
      listing.scope,
      ...compileAll(listingConditions, query, listing.filters),
      ...compileAll(others, query, resource.filters),
    ]),
  };
  const conditions = areCounted(others, { filters: resource.filters, counts })
    ? compileAll(others, query, counts.filters)
    : undefined;
  const total = conditions && storedTotal(allOf([...ownedBy('t', owner, id), counts.scope, ...conditions]));
  return { rows, total: total ?? countedTotal(rows), order };
}

function storedTotal(where: string): ListSources['total'] {
  return { from: 'publishing.kept_counts t', where, number: SUMMED_COUNTS, isMaintained: true };
}

function countedTotal(rows: RowSource): ListSources['total'] {
  return { ...rows, number: COUNTED_ROWS, isMaintained: false };
}

/** Sources that read the matching ids once, as the materialized expression `matches`. The rows join the table to these ids. */
function materializedSources({ from, where }: RowSource, order: readonly OrderClause[]): ListSources {
  const rows = { from: `matches join ${from} on t.id = matches.id`, where: 'true' };
  const total = countedTotal({ from: 'matches', where: 'true' });
  return { matches: `select t.id from ${from} where ${where}`, rows, total, order };
}

/**
 * Chooses the sources of a list: the stored counts (table `kept_counts`) and the listings if they are sufficient for the filter, otherwise
 * the table itself.
 * @throws BadRequestError for a key that is not on the allow-list, or a date that cannot be read
 */
export function chooseSources<Row>(query: ListQuery<Row>): ListSources {
  const { resource, filter, order } = query;
  const condition = findOwnerCondition(query);
  const owned = condition && ownedSources(query, condition);
  if (owned) return owned;
  const { counts, scope, scopeOfLists } = resource;
  const nodes = conjuncts(filter);
  const rows = {
    from: `${resource.table} t`,
    where: allOf([scopeOfLists ?? scope, ...compileAll(filter === null ? [] : [filter], query, resource.filters)]),
  };
  // Only small tables have `scopeOfLists`. For them, it is faster to read the matching ids once.
  if (scopeOfLists !== undefined) return materializedSources(rows, order);
  if (!counts || !areCounted(nodes, { filters: resource.filters, counts }))
    return { rows, total: countedTotal(rows), order };
  const isCounted = `t.owner_type = '${counts.ownerType}'`;
  return {
    rows,
    total: storedTotal(allOf([isCounted, counts.scope, ...compileAll(nodes, query, counts.filters)])),
    order,
  };
}
