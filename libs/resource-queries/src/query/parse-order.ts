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

/** `order by` text. Without a value comes before every value, as in the databases Ghost's clients know. */
export function orderSql(clauses: readonly OrderClause[], { isReversed = false } = {}): string {
  const toSql = ({ sql, isDescending }: OrderClause): string =>
    isDescending !== isReversed ? `${sql} desc nulls last` : `${sql} asc nulls first`;
  return clauses.map(toSql).join(', ');
}
