import { compileFilter } from '../filter/compile-filter';
import type { Condition, FilterNode } from '../filter/filter-node';
import type { FilterTarget, KeptCounts, ListingOwner, OrderClause, Resource } from '../resource';
import type { BoundValues } from './bound-values';

/** Rows named `t`: what stands after `from` and after `where`. */
export interface RowSource {
  from: string;
  where: string;
}

/** Where a list is read from. */
export interface ReadSources {
  /** A common table expression that `rows` and `total` read. */
  matches?: string;
  rows: RowSource;
  /** `number` is an aggregate over this source: how many rows the list has. */
  total: RowSource & { number: string; isKept: boolean };
  order: readonly OrderClause[];
}

/** What a list is asked for, understood. */
export interface ListQuery<Row> {
  resource: Resource<Row>;
  filter: FilterNode | null;
  order: readonly OrderClause[];
  bound: BoundValues;
  now: Date;
}

/** A claim about one tag or author, and the claims beside it. */
interface OwnerClaim {
  owner: ListingOwner;
  slug: string;
  others: readonly FilterNode[];
}

const COUNTED_ROWS = 'count(*)::int';
const SUMMED_COUNTS = 'coalesce(sum(t.n), 0)::int';

const allOf = (conditions: readonly string[]): string => conditions.join(' and ');

/** The claims that all have to be true. */
function conjuncts(filter: FilterNode | null): readonly FilterNode[] {
  if (filter === null) return [];
  return filter.kind === 'and' ? filter.nodes.flatMap(conjuncts) : [filter];
}

/** Whether a claim compares with constants alone, so that it compiles to SQL without parameters. */
function isConstant({ comparison }: Condition): boolean {
  return comparison.kind === 'equals' || comparison.kind === 'in' || comparison.kind === 'all';
}

/** Whether everything that is claimed is counted apart. */
function areCounted(nodes: readonly FilterNode[], counts: KeptCounts): boolean {
  return nodes.every((node) =>
    node.kind === 'condition' ? isConstant(node) && counts.filters.has(node.key) : areCounted(node.nodes, counts),
  );
}

/** The first claim that a post has one tag or author. */
function findOwnerClaim<Row>({ resource, filter }: ListQuery<Row>): OwnerClaim | undefined {
  const nodes = conjuncts(filter);
  for (const node of nodes) {
    if (node.kind !== 'condition' || node.isNegated || node.comparison.kind !== 'equals') continue;
    const target = resource.filters.get(node.key);
    const owner = target?.kind === 'relation' ? target.listing : undefined;
    const slug = node.comparison.value;
    if (owner && typeof slug === 'string') return { owner, slug, others: nodes.filter((other) => other !== node) };
  }
  return undefined;
}

/** Compiles claims that all have to be true; at least one condition comes out. */
function compileAll<Row>(
  nodes: readonly FilterNode[],
  { bound, now }: ListQuery<Row>,
  targets: ReadonlyMap<string, FilterTarget>,
): string[] {
  return nodes.length === 0 ? [] : [compileFilter({ kind: 'and', nodes: [...nodes] }, targets, bound, now)];
}

/** The same order over the columns of a listing, when its index has the first of them. */
function listedOrder(
  order: readonly OrderClause[],
  listed: ReadonlyMap<string, string>,
): readonly OrderClause[] | undefined {
  if (!listed.has(order[0]?.sql ?? '')) return undefined;
  return order.map((clause) => ({ ...clause, sql: listed.get(clause.sql) ?? clause.sql }));
}

/** Conditions for the rows of one tag or author in a table of all of them. */
function ownedBy(alias: 'l' | 't', owner: ListingOwner, id: string): string[] {
  const isOwned = `${alias}.owner_type = '${owner.type}' and ${alias}.owner_id = ${id}`;
  return owner.isPrimary ? [isOwned, `${alias}.is_primary`] : [isOwned];
}

/** Posts of one tag or author, from its listing: the first page costs what it shows, however many posts there are. */
function ownedSources<Row>(query: ListQuery<Row>, { owner, slug, others }: OwnerClaim): ReadSources | undefined {
  const { resource, bound } = query;
  const { listing, counts } = resource;
  const order = listing && listedOrder(query.order, listing.orders);
  if (!listing || !order || !counts) return undefined;
  const id = owner.id(bound.bind(slug));
  // Judged twice: over the listing, which is read first, and over the post.
  const early = others.filter((node) => node.kind === 'condition' && isConstant(node) && listing.filters.has(node.key));
  const rows = {
    from: `publishing.post_listings l join ${resource.table} t on t.id = l.post_id`,
    where: allOf([
      ...ownedBy('l', owner, id),
      listing.scope,
      ...compileAll(early, query, listing.filters),
      ...compileAll(others, query, resource.filters),
    ]),
  };
  const claims = areCounted(others, counts) ? compileAll(others, query, counts.filters) : undefined;
  const total = claims && keptTotal(allOf([...ownedBy('t', owner, id), resource.scope, ...claims]));
  return { rows, total: total ?? counted(rows), order };
}

function keptTotal(where: string): ReadSources['total'] {
  return { from: 'publishing.kept_counts t', where, number: SUMMED_COUNTS, isKept: true };
}

function counted(rows: RowSource): ReadSources['total'] {
  return { ...rows, number: COUNTED_ROWS, isKept: false };
}

/** The ids are read once and materialized; the rows are the table's again, so that orders and columns find them. */
function judgedOnce({ from, where }: RowSource, order: readonly OrderClause[]): ReadSources {
  const rows = { from: `matches join ${from} on t.id = matches.id`, where: 'true' };
  const total = counted({ from: 'matches', where: 'true' });
  return { matches: `select t.id from ${from} where ${where}`, rows, total, order };
}

/**
 * Where the rows of a list and their number are read from: kept counts and listings where they have what is asked for, else the
 * table itself.
 * @throws BadRequestError for a key that is not on the list, or a date that cannot be read
 */
export function readSources<Row>(query: ListQuery<Row>): ReadSources {
  const { resource, filter, order } = query;
  const claim = findOwnerClaim(query);
  const owned = claim && ownedSources(query, claim);
  if (owned) return owned;
  const { counts, scope } = resource;
  const nodes = conjuncts(filter);
  const rows = {
    from: `${resource.table} t`,
    where: allOf([scope, ...compileAll(filter === null ? [] : [filter], query, resource.filters)]),
  };
  if (resource.isScopeDear) return judgedOnce(rows, order);
  if (!counts || !areCounted(nodes, counts)) return { rows, total: counted(rows), order };
  const isCounted = `t.owner_type = '${counts.ownerType}'`;
  return { rows, total: keptTotal(allOf([isCounted, scope, ...compileAll(nodes, query, counts.filters)])), order };
}
