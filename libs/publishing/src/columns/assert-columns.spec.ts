import { ValidationError } from '@almanac/errors';
import { memberDefinition } from '@almanac/resource-fields';
import { columnRules, emailCheck, assertColumns, emptyOrUrlCheck, oneOf, type ColumnRule } from './assert-columns';

interface Row {
  name?: string | null;
  email?: string;
  website?: string | null;
  status?: string;
}

const rules: { [P in keyof Row]?: ColumnRule } = {
  name: { column: 'name', maxLength: 5, isRequired: true },
  email: { column: 'email', check: emailCheck },
  website: { column: 'website', check: emptyOrUrlCheck },
  status: { column: 'status', check: oneOf('on', 'off') },
};
const check = (row: Row) => (): void => assertColumns('things', row, rules);

describe('assertColumns', () => {
  it.each([
    {},
    { name: 'short' },
    { website: null },
    { website: '' },
    { website: 'http://localhost:1/x' },
    { status: 'on', email: 'a@b.io' },
  ])('accepts %j', (row) => {
    expect(check(row)).not.toThrow();
  });

  it.each([
    [{ name: null }, 'Value in [things.name] cannot be blank.', 'things.name'],
    [{ name: '  ' }, 'Value in [things.name] cannot be blank.', 'things.name'],
    [{ name: 'longer' }, 'Value in [things.name] exceeds maximum length of 5 characters.', 'things.name'],
    [{ email: 'x' }, 'Validation (isEmail) failed for email', 'things.email'],
    [{ website: 'x' }, 'Validation (isEmptyOrURL) failed for website', 'things.website'],
    [{ website: 'javascript:alert(1)' }, 'Validation (isEmptyOrURL) failed for website', 'things.website'],
    [{ status: 'maybe' }, 'Validation (isIn) failed for status', 'things.status'],
  ])('rejects %j with the message of Ghost', (row, message, context) => {
    expect(check(row)).toThrow(new ValidationError(message));
    expect(check(row)).toThrow(expect.objectContaining({ context }));
  });
});

describe('columnRules', () => {
  const rulesOfMember = columnRules<{ name?: string | null; email?: string }>(memberDefinition);

  it('reject a value that the pattern of its field does not match', () => {
    const checkName = (name: string | null) => (): void => assertColumns('members', { name }, rulesOfMember);
    expect(checkName(', Ann')).toThrow(new ValidationError('Validation (matches) failed for name'));
    for (const name of ['Ann, B.', '', null]) expect(checkName(name)).not.toThrow();
  });

  it('check a field with a format and a pattern by its format', () => {
    const checkEmail = (email: string) => (): void => assertColumns('members', { email }, rulesOfMember);
    expect(checkEmail(',a@x.io')).toThrow(new ValidationError('Validation (isEmail) failed for email'));
    expect(checkEmail('a@x.io')).not.toThrow();
  });
});
