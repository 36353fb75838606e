import { BadRequestError } from '@almanac/errors';
import { parse } from '@tryghost/nql-lang';
import type { Comparison, Condition, FilterNode, FilterValue, RelativeDate } from './filter-node';
import { quoteBareValues } from './quote-bare-values';

/** Limits the work of the database: every condition on a relation is a subquery. */
const MAX_CONDITIONS = 100;
const MAX_NESTING = 50;

const orderOperators = new Map([
  ['$gt', '>'],
  ['$gte', '>='],
  ['$lt', '<'],
  ['$lte', '<='],
] as const);

type OrderKey = '$gt' | '$gte' | '$lt' | '$lte';

const SYNTAX = 'A filter looks like "featured:true+tag:[news,tech]": column, colon, value; + is and, a comma is or.';

function syntaxError(cause?: unknown): BadRequestError {
  return new BadRequestError('Error parsing filter', { help: SYNTAX, cause });
}

function sizeError(): BadRequestError {
  const help = `A filter has at most ${MAX_CONDITIONS} conditions and ${MAX_NESTING} levels of brackets.`;
  return new BadRequestError('Error parsing filter', { help });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
}

function toRelativeDate({
  op,
  amount,
  unit,
}: {
  op: string;
  amount: number;
  unit: RelativeDate['unit'];
}): RelativeDate {
  return { amount: op === 'sub' ? -amount : amount, unit };
}

function toValue(value: unknown): FilterValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value);
  if (isObject(value) && isObject(value.$relativeDate)) {
    return toRelativeDate(value.$relativeDate as { op: string; amount: number; unit: RelativeDate['unit'] });
  }
  throw syntaxError();
}

const escapes = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['u2028', '\u2028'],
  ['u2029', '\u2029'],
]);

/** The parser returns a searched string as a regular expression; this converts it back. */
function toMatch({ source }: RegExp): Comparison {
  const isStart = source.startsWith('^');
  const isEnd = !isStart && /(^|[^\\])(\\\\)*\$$/.test(source);
  const body = isStart ? source.slice(1) : isEnd ? source.slice(0, -1) : source;
  const text = body.replace(/\\(u2028|u2029|[^])/g, (_, escaped: string) => escapes.get(escaped) ?? escaped);
  return { kind: 'matches', text, at: isStart ? 'start' : isEnd ? 'end' : 'anywhere' };
}

function toComparison(value: unknown): { isNegated: boolean; comparison: Comparison } {
  if (!isObject(value) || '$relativeDate' in value) {
    return { isNegated: false, comparison: { kind: 'equals', value: toValue(value) } };
  }
  const [operator = '', operand] = Object.entries(value)[0] ?? [];
  const ordering = orderOperators.get(operator as OrderKey);
  if (ordering)
    return { isNegated: false, comparison: { kind: 'orders', operator: ordering, value: toValue(operand) } };
  if (operand instanceof RegExp) return { isNegated: operator === '$not', comparison: toMatch(operand) };
  if (operator === '$ne') return { isNegated: true, comparison: { kind: 'equals', value: toValue(operand) } };
  if (Array.isArray(operand)) {
    const kind = operator === '$all' ? 'all' : 'in';
    return { isNegated: operator === '$nin', comparison: { kind, values: operand.map(toValue) } };
  }
  throw syntaxError();
}

class FilterReader {
  private conditions = 0;

  read(parsed: unknown, depth = 0): FilterNode {
    if (!isObject(parsed)) throw syntaxError();
    if (depth > MAX_NESTING) throw sizeError();
    const [key = '', value] = Object.entries(parsed)[0] ?? [];
    if ((key === '$and' || key === '$or') && Array.isArray(value)) {
      const nodes = value.map((node) => this.read(node, depth + 1));
      return { kind: key === '$and' ? 'and' : 'or', nodes };
    }
    // The grammar wraps a group in brackets in `yg`.
    if (key === 'yg' && isObject(value)) return this.read(value, depth + 1);
    const condition: Condition = { kind: 'condition', key, ...toComparison(value) };
    const { comparison } = condition;
    this.conditions += comparison.kind === 'all' ? comparison.values.length : 1;
    if (this.conditions > MAX_CONDITIONS) throw sizeError();
    return condition;
  }
}

/**
 * Reads a filter in NQL.
 * @returns the tree of conditions; null for an empty filter
 * @throws BadRequestError when the filter is not NQL or too large
 */
export function parseFilter(filter: string): FilterNode | null {
  if (filter.trim() === '') return null;
  // PostgreSQL stores no NUL character, so no value contains one.
  if (filter.includes('\0')) throw syntaxError();
  let parsed: unknown;
  try {
    parsed = parse(quoteBareValues(filter), { preserveRelativeDates: true });
  } catch (cause) {
    throw syntaxError(cause);
  }
  return new FilterReader().read(parsed);
}

/** The filter without the conditions on the given keys; null when none is left. */
export function withoutKeys(node: FilterNode, keys: ReadonlySet<string>): FilterNode | null {
  if (node.kind === 'condition') return keys.has(node.key) ? null : node;
  const nodes = node.nodes.map((child) => withoutKeys(child, keys)).filter((child) => child !== null);
  return nodes.length === 0 ? null : { kind: node.kind, nodes };
}

/** Whether the result depends on the time of the request. */
export function dependsOnTime(node: FilterNode): boolean {
  if (node.kind !== 'condition') return node.nodes.some(dependsOnTime);
  const { comparison } = node;
  const values = 'values' in comparison ? comparison.values : 'value' in comparison ? [comparison.value] : [];
  return values.some((value) => typeof value === 'object' && value !== null);
}
