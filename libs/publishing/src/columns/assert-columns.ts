import { ValidationError } from '@almanac/errors';
import { isMailAddress } from '@almanac/validation';
import { type Field, type ResourceDefinition, writableFields } from '@almanac/resource-fields';
import { isURL } from 'class-validator';

/** The values that `assertColumns` accepts for a column. */
export interface ColumnRule {
  column: string;
  /** In UTF-16 code units. */
  maxLength?: number;
  /** Whether null, empty strings and strings of white space are rejected. */
  isRequired?: boolean;
  check?: ColumnCheck;
}

/** A check of a value that is not null, after its conversion to a string. `name` is part of the error message. */
export interface ColumnCheck {
  name: string;
  passes: (value: string) => boolean;
}

export const emailCheck: ColumnCheck = { name: 'isEmail', passes: isMailAddress };

export const emptyOrUrlCheck: ColumnCheck = {
  name: 'isEmptyOrURL',
  passes: (value) => value === '' || isURL(value, { require_protocol: true, require_tld: false }),
};

/** A check that the value is one of `values`. */
export function oneOf(...values: string[]): ColumnCheck {
  return { name: 'isIn', passes: (value) => values.includes(value) };
}

/** A check by the pattern of a field; undefined without a pattern. */
export function patternCheck(pattern: string | undefined): ColumnCheck | undefined {
  if (pattern === undefined) return undefined;
  const expression = new RegExp(pattern);
  return { name: 'matches', passes: (value) => expression.test(value) };
}

/** Fields with the format `json` need no check, because the schema of the request body has checked them. */
const formatChecks = { email: emailCheck, url: emptyOrUrlCheck, json: undefined } as const;

/** The rules of the fields of a resource that clients may write, by property. */
export function columnRules<Input>(definition: ResourceDefinition): { [P in keyof Input]?: ColumnRule } {
  const rules = writableFields(definition).map((field): [string, ColumnRule] => [field.name, ruleOf(field)]);
  return Object.fromEntries(rules) as { [P in keyof Input]?: ColumnRule };
}

function ruleOf({ column, isNullable, values, input }: Field): ColumnRule {
  // No value with a format violates the pattern of its field: an e-mail address cannot begin with a comma.
  const formatCheck = input?.format && formatChecks[input.format];
  return {
    column,
    maxLength: input?.maxLength,
    isRequired: !isNullable,
    check: values ? oneOf(...values) : (formatCheck ?? patternCheck(input?.pattern)),
  };
}

function assertColumn(table: string, value: unknown, { column, maxLength, isRequired, check }: ColumnRule): void {
  const path = `${table}.${column}`;
  const text = value === null ? '' : String(value);
  if (isRequired && text.trim() === '') {
    throw new ValidationError(`Value in [${path}] cannot be blank.`, { context: path });
  }
  if (value === null) return;
  if (maxLength !== undefined && text.length > maxLength) {
    const message = `Value in [${path}] exceeds maximum length of ${maxLength} characters.`;
    throw new ValidationError(message, { context: path });
  }
  if (check && !check.passes(text)) {
    throw new ValidationError(`Validation (${check.name}) failed for ${column}`, { context: path });
  }
}

/**
 * Checks the values of a row.
 * @param table the name of the table, for the error message
 * @param rules by property; a property that is absent from `values` is not checked
 * @throws ValidationError for the first column that rejects its value
 */
export function assertColumns<T extends object>(
  table: string,
  values: T,
  rules: { [P in keyof T]?: ColumnRule },
): void {
  for (const property of Object.keys(rules) as (keyof T)[]) {
    const rule = rules[property];
    const value: unknown = values[property];
    if (rule && value !== undefined) assertColumn(table, value, rule);
  }
}
