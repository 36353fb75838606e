import type { InviteInput } from '@almanac/validation';
import { emailCheck, type ColumnRule } from '../columns/assert-columns';

export const inviteColumns: { [P in keyof InviteInput]?: ColumnRule } = {
  email: { column: 'email', maxLength: 191, isRequired: true, check: emailCheck },
};
