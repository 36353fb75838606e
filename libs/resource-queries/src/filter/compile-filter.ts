import { BadRequestError } from '@almanac/errors';
import { quoted } from '@almanac/validation';
import type { BoundValues } from '../query/bound-values';
import type { ColumnType, ConstantConditions, FilterTarget } from '../resource';
import { toInstant } from './filter-instant';
import type { Comparison, Condition, FilterNode, FilterValue } from './filter-node';

/** The context of the compilation of one filter. */
interface Compilation {
  /** The allow-list: the keys that filters may name. */
  targets: ReadonlyMap<string, FilterTarget>;
  bound: BoundValues;
  /** The base of relative dates. */
  now: Date;
  /** Whether conditions on related rows may become joins. */
  joinsRelations: boolean;
}

/** The result for a value that cannot be converted to the type of its column, so that no value of the column equals it. */
const INCOMPARABLE = Symbol('incomparable');

function toBoolean(value: FilterValue): boolean | typeof INCOMPARABLE {
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0') return false;
  return INCOMPARABLE;
}

/** A number as a string, so that PostgreSQL compares it exactly. */
function toNumber(value: FilterValue): string | typeof INCOMPARABLE {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? value : INCOMPARABLE;
}

function toColumnValue(value: FilterValue, type: ColumnType, now: Date): string | boolean | Date | typeof INCOMPARABLE {
  if (type === 'boolean') return toBoolean(value);
  if (type === 'instant') return toInstant(value, now);
  if (type === 'number') return toNumber(value);
  return typeof value === 'object' ? INCOMPARABLE : String(value);
}

const arrayTypes: Record<ColumnType, string> = {
  text: 'text[]',
  number: 'numeric[]',
  boolean: 'boolean[]',
  instant: 'timestamptz[]',
};

/** The pattern of `ilike`; `%`, `_` and `\` in the searched text are escaped. */
function likePattern({ text, at }: Extract<Comparison, { kind: 'matches' }>): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  return `${at === 'start' ? '' : '%'}${escaped}${at === 'end' ? '' : '%'}`;
}

/** The column or expression that a condition compares. `constants`: for a column with few possible values, the SQL condition for each. */
type Compared = Pick<FilterTarget, 'sql' | 'type' | 'ignoresCase'> & { constants?: ConstantConditions };

/** The SQL of the column in a comparison: an index of a column that ignores case contains `lower()` of it. */
function comparedSql({ sql, ignoresCase }: Compared): string {
  return ignoresCase ? `lower(${sql})` : sql;
}

/** The SQL of the bound value in a comparison. */
function valueSql(placeholder: string, { ignoresCase }: Compared): string {
  return ignoresCase ? `lower(${placeholder}::text)` : placeholder;
}

/** The SQL conditions for the given values. No row has a value that is not in `constants`. */
function constantConditions(constants: ConstantConditions, values: readonly FilterValue[]): string[] {
  return [...new Set(values.flatMap((value) => constants.get(String(value)) ?? []))];
}

/** Binds the values, and returns one condition for all of them together; no condition if the column can have none of the values. */
function boundConditions(compared: Compared, values: readonly FilterValue[], { bound, now }: Compilation): string[] {
  const { type, ignoresCase } = compared;
  const comparable = values.map((value) => toColumnValue(value, type, now)).filter((value) => value !== INCOMPARABLE);
  if (comparable.length === 0) return [];
  if (comparable.length === 1) {
    return [`${comparedSql(compared)} = ${valueSql(bound.bind(comparable[0]), compared)}`];
  }
  const list = `${bound.bind(comparable)}::${arrayTypes[type]}`;
  return [
    `${comparedSql(compared)} = any(${ignoresCase ? `array(select lower(one) from unnest(${list}) one)` : list})`,
  ];
}

/** The condition for a column or expression that equals one of the values. The value null stands for a column that is null. */
function equalsAnySql(compared: Compared, values: readonly FilterValue[], context: Compilation): string {
  const present = values.filter((value) => value !== null);
  const conditions = [
    ...(values.includes(null) ? [`${compared.sql} is null`] : []),
    ...(compared.constants
      ? constantConditions(compared.constants, present)
      : boundConditions(compared, present, context)),
  ];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
}

function compileComparison(compared: Compared, comparison: Comparison, context: Compilation): string {
  const { sql: column, type } = compared;
  switch (comparison.kind) {
    case 'equals':
      return equalsAnySql(compared, [comparison.value], context);
    case 'in':
      return equalsAnySql(compared, comparison.values, context);
    case 'all':
      return comparison.values.map((value) => equalsAnySql(compared, [value], context)).join(' and ');
    case 'matches':
      return `${column}::text ilike ${context.bound.bind(likePattern(comparison))}`;
    case 'range': {
      const value = comparison.value === null ? INCOMPARABLE : toColumnValue(comparison.value, type, context.now);
      if (value === INCOMPARABLE) return 'false';
      return `${comparedSql(compared)} ${comparison.operator} ${valueSql(context.bound.bind(value), compared)}`;
    }
  }
}

/** As in SQL, a negated condition is not true for rows where the column is null. */
function compileColumn({ isNegated, comparison }: Condition, compared: Compared, context: Compilation): string {
  const { sql } = compared;
  const condition = compileComparison(compared, comparison, context);
  if (!isNegated) return `(${condition})`;
  const isAboutNull = comparison.kind === 'equals' && comparison.value === null;
  return isAboutNull ? `(not (${condition}))` : `(${sql} is not null and not (${condition}))`;
}

/**
 * PostgreSQL may use joins for the conditions on related rows if a filter has at most this many. With more conditions, each becomes a
 * subquery that is evaluated once: the planner tries all orders of joins, which takes seconds for many joins.
 */
const MAX_JOINED_CONDITIONS = 4;

type RelationTarget = Extract<FilterTarget, { kind: 'relation' }>;

/** The SQL condition for rows with a related row that fulfils `condition`. */
function hasRelatedRowSql(
  { from, foreignKey }: RelationTarget,
  condition: string,
  { joinsRelations }: Compilation,
): string {
  if (joinsRelations) return `exists (select 1 from ${from} where ${foreignKey} = t.id and (${condition}))`;
  // Without `is true`, the planner would make a join of the subquery.
  return `(t.id in (select ${foreignKey} from ${from} where ${condition}) is true)`;
}

/**
 * A condition on related rows is true if one related row fulfils it; the comparison `all`, if there is one for each value. A negated
 * condition is true if the condition itself is not. The value null matches rows without any related row.
 */
function compileRelation({ isNegated, comparison }: Condition, target: RelationTarget, context: Compilation): string {
  const anyOf = (values: readonly FilterValue[]): string => {
    const present = values.filter((value) => value !== null);
    const hasNone = present.length < values.length ? [`not ${hasRelatedRowSql(target, 'true', context)}`] : [];
    const hasOne =
      present.length > 0 ? [hasRelatedRowSql(target, equalsAnySql(target, present, context), context)] : [];
    return `(${[...hasNone, ...hasOne].join(' or ')})`;
  };
  const positive = (): string => {
    if (comparison.kind === 'equals') return anyOf([comparison.value]);
    if (comparison.kind === 'in') return anyOf(comparison.values);
    if (comparison.kind === 'all') return comparison.values.map((value) => anyOf([value])).join(' and ');
    return hasRelatedRowSql(target, compileComparison(target, comparison, context), context);
  };
  return isNegated ? `(not (${positive()}))` : `(${positive()})`;
}

/** The number of conditions on related rows in a filter. */
function countRelations(node: FilterNode, targets: ReadonlyMap<string, FilterTarget>): number {
  if (node.kind !== 'condition') return node.nodes.reduce((sum, child) => sum + countRelations(child, targets), 0);
  if (targets.get(node.key)?.kind !== 'relation') return 0;
  return node.comparison.kind === 'all' ? node.comparison.values.length : 1;
}

/** The error for a key that is not on the allow-list. It does not reveal whether the table has such a column. */
function unknownColumn(key: string, targets: Compilation['targets']): BadRequestError {
  return new BadRequestError('Could not understand request.', {
    help: `${quoted(key)} is no column to filter by. Columns: ${[...targets.keys()].sort().join(', ')}.`,
  });
}

function compileNode(node: FilterNode, context: Compilation): string {
  if (node.kind !== 'condition') {
    return `(${node.nodes.map((child) => compileNode(child, context)).join(` ${node.kind} `)})`;
  }
  const target = context.targets.get(node.key);
  if (!target) throw unknownColumn(node.key, context.targets);
  if (target.kind === 'relation') return compileRelation(node, target, context);
  return compileColumn(node, target, context);
}

/**
 * Compiles a filter to an SQL condition over the table `t`. Names in the SQL come from the allow-list; values become parameters.
 * @param targets the allow-list: the keys that filters may name
 * @param bound receives the values
 * @param now the base of relative dates
 * @throws BadRequestError for a key that is not on the allow-list, or an invalid date
 */
export function compileFilter(
  filter: FilterNode,
  targets: ReadonlyMap<string, FilterTarget>,
  bound: BoundValues,
  now: Date,
): string {
  const joinsRelations = countRelations(filter, targets) <= MAX_JOINED_CONDITIONS;
  return compileNode(filter, { targets, bound, now, joinsRelations });
}
