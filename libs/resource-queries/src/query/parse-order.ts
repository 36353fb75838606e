import type { OrderClause, OrderTarget } from '../resource';

/**
 * Reads `field direction, …`. A clause whose field nobody may order by, or that has no direction, is left out.
 * @param order an order whose characters were checked
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

/** The clauses that decide something: each expression once, and none after one whose values are unique. */
export function decisiveClauses(clauses: readonly OrderClause[]): OrderClause[] {
  const first = clauses.filter(({ sql }, index) => clauses.findIndex((clause) => clause.sql === sql) === index);
  const unique = first.findIndex(({ isUnique }) => isUnique);
  return unique === -1 ? first : first.slice(0, unique + 1);
}

/**
 * `order by` text. Without a value comes before every value, as in the databases Ghost's clients know. The indexes of several
 * columns say the same; an order that begins with a column that always has a value is that of a plain index.
 */
export function orderSql(clauses: readonly OrderClause[], { isReversed = false } = {}): string {
  const toSql = ({ sql, isDescending, isNeverNull }: OrderClause, index: number): string => {
    const direction = isDescending !== isReversed ? 'desc' : 'asc';
    if (isNeverNull && index === 0) return `${sql} ${direction}`;
    return `${sql} ${direction} nulls ${direction === 'desc' ? 'last' : 'first'}`;
  };
  return clauses.map(toSql).join(', ');
}
