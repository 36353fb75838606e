/** `none` is the null of NQL. */
export type FilterValue = string | boolean | null | RelativeDate;

/** A date relative to the time of the request, e.g. `now-30d`. */
export interface RelativeDate {
  amount: number;
  unit: 'days' | 'weeks' | 'months' | 'years' | 'hours' | 'minutes' | 'seconds';
}

export type Comparison =
  | { kind: 'equals'; value: FilterValue }
  | { kind: 'in'; values: FilterValue[] }
  | { kind: 'all'; values: FilterValue[] }
  | { kind: 'orders'; operator: '>' | '>=' | '<' | '<='; value: FilterValue }
  | { kind: 'matches'; text: string; at: 'anywhere' | 'start' | 'end' };

/** One condition about one key of a resource. */
export interface Condition {
  kind: 'condition';
  key: string;
  isNegated: boolean;
  comparison: Comparison;
}

export type FilterNode = Condition | { kind: 'and' | 'or'; nodes: FilterNode[] };
