import type { FilterNode } from '../filter/filter-node';
import { dependsOnTime, parseFilter, withoutKeys } from '../filter/parse-filter';
import type { OrderClause, Resource } from '../resource';
import { BoundValues } from './bound-values';
import { paginate, type Pagination } from './pagination';
import type { BrowseRequest } from './parse-browse-query';
import { withoutRedundantClauses, orderSql, parseOrder } from './parse-order';
import { chooseSources, type ListSources } from './list-sources';
import type { RunQuery } from './run-query';
import { withDatesInRelations, selectSql } from './select';

/** A list request that was checked against the allow-lists and compiled to SQL. */
export interface BrowsePlan<Row> extends ListSources {
  resource: Resource<Row>;
  request: BrowseRequest;
  /** The bound values, in the order of the placeholders. */
  values: readonly unknown[];
  /** Whether the response depends on the time of the request, so that it must not be cached. */
  dependsOnTime: boolean;
}

export interface BrowseResult<Row> {
  rows: Row[];
  pagination: Pagination;
}

/** Parses the filter of a request, without the keys that the resource ignores. */
function readFilter<Row>(filter: string | undefined, resource: Resource<Row>): FilterNode | null {
  const parsed = filter === undefined ? null : parseFilter(filter);
  return parsed && withoutKeys(parsed, resource.ignoredFilters ?? new Set());
}

/**
 * Checks and compiles a list request.
 * @param now the base of relative dates in the filter
 * @throws BadRequestError when the filter is too large, is not NQL, names a key that is not on the allow-list, or has an unreadable date
 */
export function planBrowse<Row>(resource: Resource<Row>, request: BrowseRequest, now: Date): BrowsePlan<Row> {
  const bound = new BoundValues();
  const filter = readFilter(request.filter, resource);
  const order = withoutRedundantClauses([
    ...(request.order === undefined ? [] : parseOrder(request.order, resource.orders)),
    ...resource.defaultOrder(request.selection),
  ]);
  return {
    resource,
    request,
    ...chooseSources({ resource, filter, order, bound, now }),
    values: bound.values,
    dependsOnTime: filter !== null && dependsOnTime(filter),
  };
}

/**
 * Gives names to the expressions of an order, e.g. `order_0`.
 * @returns the select list of the expressions, and the order of the outer query by these names
 */
function orderKeys(order: readonly OrderClause[]): { select: string; clauses: OrderClause[] } {
  const select = order.map(({ sql }, index) => `${sql} as order_${index}`).join(', ');
  return { select, clauses: order.map(({ isDescending }, index) => ({ sql: `page.order_${index}`, isDescending })) };
}

/**
 * Selects the ids of one page of results. A page in the second half is read from the end, so that the last page costs as much as
 * the first. The size is a literal, because the planner of PostgreSQL does not know the values of parameters in a generic plan.
 */
function pageSql<Row>({ rows, order, request }: BrowsePlan<Row>, bound: BoundValues, limit: number): string {
  const ids = `select t.id, ${orderKeys(order).select} from ${rows.from} where ${rows.where}`;
  const size = String(Math.trunc(limit));
  if (request.page === 1) return `(${ids} order by ${orderSql(order)} limit ${size})`;
  const start = bound.bind((request.page - 1) * limit);
  const total = '(select n from total)';
  const isInFirstHalf = `${total} >= 2 * ${start}::bigint`;
  return `(${ids} and ${isInFirstHalf} order by ${orderSql(order)} limit ${size} offset ${start}::bigint)
    union all
    (${ids} and not ${isInFirstHalf} order by ${orderSql(order, { isReversed: true })}
      limit greatest(least(${size}, ${total} - ${start}::bigint), 0)
      offset greatest(${total} - ${start}::bigint - ${size}, 0))`;
}

/** The `with` clause of a statement; empty without common table expressions. @param tables their queries by name */
function withSql<Row>({ matches }: BrowsePlan<Row>, tables: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries(matches === undefined ? tables : { matches, ...tables });
  return all.length === 0 ? '' : `with ${all.map(([name, sql]) => `${name} as materialized (${sql})`).join(', ')} `;
}

function totalSql<Row>({ total }: BrowsePlan<Row>): string {
  return `select ${total.number} as n from ${total.from} where ${total.where}`;
}

/**
 * Reads a page of results and the total with one statement, from one snapshot.
 * @param knownTotal the total, if the caller knows it; then nothing is counted
 */
export async function runBrowse<Row extends object>(
  run: RunQuery,
  plan: BrowsePlan<Row>,
  knownTotal?: number,
): Promise<BrowseResult<Row>> {
  const { resource, request, order } = plan;
  if (request.limit === 'all') return browseAll(run, plan);
  const bound = new BoundValues();
  plan.values.forEach((value) => bound.bind(value));
  const total = knownTotal === undefined ? totalSql(plan) : `select ${bound.bind(knownTotal)}::int as n`;
  const page = pageSql(plan, bound, request.limit);
  // The planner does not know that a page has few rows. Without `offset 0`, it would join the whole table.
  // No row has a property with the name `#total`. For an empty page, the outer join returns one row: the total, and nulls.
  const found = await run<Row & { id: string | null; '#total': number }>(
    `${withSql(plan, { total, page })}select total.n as "#total", full_row.*
     from total left join (page cross join lateral (
       select ${selectSql(resource, request.selection)} from ${resource.table} t where t.id = page.id offset 0
     ) full_row) on true
     order by ${orderSql(orderKeys(order).clauses)}`,
    bound.values,
  );
  const rows = found.filter((row) => row.id !== null);
  return {
    rows: withDatesInRelations(rows, resource, request.selection),
    pagination: paginate(request, found[0]?.['#total'] ?? 0),
  };
}

async function browseAll<Row extends object>(run: RunQuery, plan: BrowsePlan<Row>): Promise<BrowseResult<Row>> {
  const { resource, request } = plan;
  const rows = await run<Row>(unpaginatedListSql(plan), [...plan.values]);
  return { rows: withDatesInRelations(rows, resource, request.selection), pagination: paginate(request, rows.length) };
}

/** The statement for a list with the limit `all`: it reads all rows, or the first `atMost` rows. Its parameters are `plan.values`. */
export function unpaginatedListSql<Row>(plan: BrowsePlan<Row>): string {
  const { resource, request, rows, order } = plan;
  const columns = selectSql(resource, request.selection);
  const limit = request.atMost === undefined ? '' : ` limit ${Math.trunc(request.atMost)}`;
  return `${withSql(plan)}select ${columns} from ${rows.from} where ${rows.where} order by ${orderSql(order)}${limit}`;
}

/** The total number of rows of a list. */
export async function countRows<Row>(run: RunQuery, plan: BrowsePlan<Row>): Promise<number> {
  const [row] = await run<{ n: number }>(withSql(plan) + totalSql(plan), [...plan.values]);
  return row?.n ?? 0;
}

/** Plans and runs a list request. */
export function browse<Row extends object>(
  run: RunQuery,
  resource: Resource<Row>,
  request: BrowseRequest,
  now: Date,
): Promise<BrowseResult<Row>> {
  return runBrowse(run, planBrowse(resource, request, now));
}
