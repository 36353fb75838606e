import { userDefinition } from '@almanac/resource-fields';
import type { UserInput } from '@almanac/validation';
import { columnRules } from '../columns/assert-columns';

/** The rules of the columns of a user that clients may write, for `assertColumns`. */
export const userColumnRules = columnRules<UserInput>(userDefinition);
