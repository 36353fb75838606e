import { ValidationError } from '@almanac/errors';
import { isMailAddress } from '@almanac/validation';
import { isURL } from 'class-validator';

/** What a column takes, as clients are told when it does not. */
export interface ColumnRule {
  column: string;
  maxLength?: number;
  /** Refuses an empty value, and null. */
  isRequired?: boolean;
  /** A check by its name in the answer. */
  check?: { name: string; passes: (value: string) => boolean };
}

export const anEmail: ColumnRule['check'] = { name: 'isEmail', passes: isMailAddress };

export const emptyOrAUrl: ColumnRule['check'] = {
  name: 'isEmptyOrURL',
  passes: (value) => value === '' || isURL(value, { require_protocol: true, require_tld: false }),
};

export function oneOf(...values: string[]): ColumnRule['check'] {
  return { name: 'isIn', passes: (value) => values.includes(value) };
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
 * Checks what is about to be stored in a row.
 * @param rules by property; a property that is absent from `values` is not checked
 * @throws ValidationError for the first column that refuses
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
