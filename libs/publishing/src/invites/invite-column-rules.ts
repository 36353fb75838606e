import type { InviteInput } from '@almanac/validation';
import { emailCheck, type ColumnRule } from '../columns/assert-columns';

/** The rules of the columns of an invitation, for `assertColumns`. */
export const inviteColumnRules: { [P in keyof InviteInput]?: ColumnRule } = {
  email: { column: 'email', maxLength: 191, isRequired: true, check: emailCheck },
};
