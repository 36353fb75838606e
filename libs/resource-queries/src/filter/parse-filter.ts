import { BadRequestError } from '@almanac/errors';
import { parse } from '@tryghost/nql-lang';
import {
  type Comparison,
  type Condition,
  type FilterNode,
  type FilterValue,
  type RelativeDate,
  valuesOf,
} from './filter-node';
import { quoteBareValues } from './quote-bare-values';

/** Limits the work of PostgreSQL, because a condition on related rows can be a subquery. */
const MAX_CONDITIONS = 100;
/** The maximum depth of conditions that are combined by `+` and `,`. */
const MAX_NESTING = 50;

/** The operators of SQL, by the names of the operators that the parser returns. */
const rangeOperators = new Map([
  ['$gt', '>'],
  ['$gte', '>='],
  ['$lt', '<'],
  ['$lte', '<='],
] as const);

type RangeKey = '$gt' | '$gte' | '$lt' | '$lte';

const SYNTAX = 'A filter looks like "featured:true+tag:[news,tech]": column, colon, value; + is and, a comma is or.';

function syntaxError(cause?: unknown): BadRequestError {
  return new BadRequestError('Error parsing filter', { help: SYNTAX, cause });
}

function sizeError(): BadRequestError {
  const help = `A filter has at most ${MAX_CONDITIONS} conditions, and at most ${MAX_NESTING} levels of nested + and commas.`;
  return new BadRequestError('Error parsing filter', { help });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
}

/** A relative date as the parser returns it. */
type ParsedRelativeDate = { op: string; amount: number; unit: RelativeDate['unit'] };

function toRelativeDate({ op, amount, unit }: ParsedRelativeDate): RelativeDate {
  return { amount: op === 'sub' ? -amount : amount, unit };
}

function toValue(value: unknown): FilterValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value);
  if (isObject(value) && isObject(value.$relativeDate)) {
    return toRelativeDate(value.$relativeDate as ParsedRelativeDate);
  }
  throw syntaxError();
}

/** The escapes in the regular expressions of the parser, without their backslash, and the characters that they mean. */
const escapes = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['u2028', '\u2028'],
  ['u2029', '\u2029'],
]);

/** Converts a regular expression that the parser returns for `~`, `~^` or `~$` back to the searched text. */
function toMatch({ source }: RegExp): Comparison {
  const textOf = (escapedText: string): string =>
    escapedText.replace(/\\(u2028|u2029|[^])/g, (_, escaped: string) => escapes.get(escaped) ?? escaped);
  if (source.startsWith('^')) return { kind: 'matches', text: textOf(source.slice(1)), at: 'start' };
  // Whether the expression ends with a `$` that is not escaped.
  const isAtEnd = /(^|[^\\])(\\\\)*\$$/.test(source);
  if (isAtEnd) return { kind: 'matches', text: textOf(source.slice(0, -1)), at: 'end' };
  return { kind: 'matches', text: textOf(source), at: 'anywhere' };
}

function toComparison(value: unknown): { isNegated: boolean; comparison: Comparison } {
  if (!isObject(value) || '$relativeDate' in value) {
    return { isNegated: false, comparison: { kind: 'equals', value: toValue(value) } };
  }
  const [name = '', operand] = Object.entries(value)[0] ?? [];
  const operator = rangeOperators.get(name as RangeKey);
  if (operator) return { isNegated: false, comparison: { kind: 'range', operator, value: toValue(operand) } };
  if (operand instanceof RegExp) return { isNegated: name === '$not', comparison: toMatch(operand) };
  if (name === '$ne') return { isNegated: true, comparison: { kind: 'equals', value: toValue(operand) } };
  if (Array.isArray(operand)) {
    const kind = name === '$all' ? 'all' : 'in';
    return { isNegated: name === '$nin', comparison: { kind, values: operand.map(toValue) } };
  }
  throw syntaxError();
}

/** Converts the result of the parser to the tree of conditions, and counts them. */
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
    // The parser returns a group in parentheses as `{ yg: … }`.
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
  // PostgreSQL cannot store the NUL character, so no stored value contains it.
  if (filter.includes('\0')) throw syntaxError();
  let parsed: unknown;
  try {
    parsed = parse(quoteBareValues(filter), { preserveRelativeDates: true });
  } catch (cause) {
    throw syntaxError(cause);
  }
  return new FilterReader().read(parsed);
}

/** The filter without the conditions on the given keys; null if no condition is left. */
export function withoutKeys(node: FilterNode, keys: ReadonlySet<string>): FilterNode | null {
  if (node.kind === 'condition') return keys.has(node.key) ? null : node;
  const nodes = node.nodes.map((child) => withoutKeys(child, keys)).filter((child) => child !== null);
  return nodes.length === 0 ? null : { kind: node.kind, nodes };
}

/** Whether a filter contains a relative date, so that its result depends on the time of the request. */
export function dependsOnTime(node: FilterNode): boolean {
  if (node.kind !== 'condition') return node.nodes.some(dependsOnTime);
  return valuesOf(node.comparison).some((value) => typeof value === 'object' && value !== null);
}
