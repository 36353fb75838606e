/** A value in a filter. Numbers are strings, e.g. `'42'`. */
export type FilterValue = string | boolean | null | RelativeDate;

/** A date relative to the time of the request, e.g. `now-30d`. */
export interface RelativeDate {
  amount: number;
  unit: 'days' | 'weeks' | 'months' | 'years' | 'hours' | 'minutes' | 'seconds';
}

/**
 * How a condition compares the column or the related rows of its key:
 *
 * - `equals`, `in`: with one value, or with any of several values
 * - `all`: related rows with each of the values, e.g. all of several tags
 * - `range`: lower or higher than a value
 * - `matches`: text that contains the searched text, without regard to case
 */
export type Comparison =
  | { kind: 'equals'; value: FilterValue }
  | { kind: 'in'; values: FilterValue[] }
  | { kind: 'all'; values: FilterValue[] }
  | { kind: 'range'; operator: '>' | '>=' | '<' | '<='; value: FilterValue }
  | { kind: 'matches'; text: string; at: 'anywhere' | 'start' | 'end' };

/** One condition on one key of a resource. */
export interface Condition {
  kind: 'condition';
  key: string;
  isNegated: boolean;
  comparison: Comparison;
}

/** A node of a parsed filter: a condition, or nodes that `and` or `or` joins. */
export type FilterNode = Condition | { kind: 'and' | 'or'; nodes: FilterNode[] };

/** The values that a comparison compares with; none for searched text. */
export function valuesOf(comparison: Comparison): readonly FilterValue[] {
  if (comparison.kind === 'matches') return [];
  return 'values' in comparison ? comparison.values : [comparison.value];
}
