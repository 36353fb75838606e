/** A value in a filter. Numbers are strings, e.g. `'42'`. */
export type FilterValue = string | boolean | null | RelativeDate;

/** A date relative to the time of the request, e.g. `now-30d`. */
export interface RelativeDate {
  /** The number of units; negative for the past. */
  amount: number;
  unit: 'days' | 'weeks' | 'months' | 'years' | 'hours' | 'minutes' | 'seconds';
}

/**
 * How a condition compares the column or the related rows of its key:
 *
 * - `equals`, `in`: equal to the value, or to one of the values
 * - `all`: there is a related row for each of the values, e.g. a post has all the tags
 * - `range`: lower or higher than the value
 * - `matches`: the text contains, starts with or ends with the searched text; upper and lower case count as equal
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

/** A node of a parsed filter: a condition, or nodes that are joined by `and` or `or`. */
export type FilterNode = Condition | { kind: 'and' | 'or'; nodes: FilterNode[] };

/** The values of a comparison; none for `matches`. */
export function valuesOf(comparison: Comparison): readonly FilterValue[] {
  if (comparison.kind === 'matches') return [];
  return 'values' in comparison ? comparison.values : [comparison.value];
}
