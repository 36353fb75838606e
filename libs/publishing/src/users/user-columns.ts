import type { User } from '@almanac/entities';
import { userDefinition, writableFields } from '@almanac/resource-fields';
import type { UserInput } from '@almanac/validation';
import { toStoredValue } from '../columns/stored-values';

const fields = writableFields(userDefinition);

/** The values of the columns that an input sets. URLs of the site become relative. Empty strings stay, unlike in `toStoredValues`. */
export function userColumnsFrom(input: Omit<UserInput, 'roles'>, siteUrl: string): Partial<User> {
  const sent = fields.filter(({ name }) => input[name as keyof typeof input] !== undefined);
  return Object.fromEntries(
    sent.map((field) => [field.name, toStoredValue(field, input[field.name as keyof typeof input], siteUrl)]),
  );
}
