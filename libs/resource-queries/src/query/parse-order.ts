import type { OrderClause, OrderTarget } from '../resource';

/**
 * Reads `field direction, …`. A clause with a field that is not in `targets`, or without a direction, is left out.
 * @param order the query parameter `order`, whose characters are already validated
 */
export function parseOrder(order: string, targets: ReadonlyMap<string, OrderTarget>): OrderClause[] {
  const clauses: OrderClause[] = [];
  for (const part of order.split(',')) {
    const [, field = '', direction = ''] = /^\s*(\S+)\s+(asc|desc)\s*$/i.exec(part) ?? [];
    const target = targets.get(field.toLowerCase());
    if (target) clauses.push({ ...target, isDescending: direction.toLowerCase() === 'desc' });
  }
  return clauses;
}

/** The clauses that have an effect: the first clause for each expression, and no clause after a unique expression. */
export function withoutRedundantClauses(clauses: readonly OrderClause[]): OrderClause[] {
  const first = clauses.filter(({ sql }, index) => clauses.findIndex((clause) => clause.sql === sql) === index);
  const unique = first.findIndex(({ isUnique }) => isUnique);
  return unique === -1 ? first : first.slice(0, unique + 1);
}

/**
 * The expressions of an `order by` clause. Nulls are lower than all values, as in the databases of Ghost. The indexes for the default
 * orders of posts are created with the same `nulls first` and `nulls last`. A first column without nulls gets neither, so that PostgreSQL
 * can use an index without these words.
 * @param isReversed whether the rows are in the opposite order
 */
export function orderSql(clauses: readonly OrderClause[], { isReversed = false } = {}): string {
  const toSql = ({ sql, isDescending, isNeverNull }: OrderClause, index: number): string => {
    const direction = isDescending !== isReversed ? 'desc' : 'asc';
    if (isNeverNull && index === 0) return `${sql} ${direction}`;
    return `${sql} ${direction} nulls ${direction === 'desc' ? 'last' : 'first'}`;
  };
  return clauses.map(toSql).join(', ');
}
