import type { RowOf } from '../derived-types';
import { defineResource } from '../field-definition';

/** Settings of the site, a row each. */
export const settingDefinition = defineResource('settings', {
  id: { type: 'text', since: 'v2', readableBy: 'staff', isPrimaryKey: true },
  key: { type: 'text', since: 'v2', readableBy: 'staff' },
  /** JSON for lists and objects, `true` or `false` for switches. */
  value: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff' },
  /** `core` rows are internal, `members` has the keys and secrets of member sign-in. */
  type: {
    type: 'text',
    values: ['core', 'blog', 'theme', 'private', 'members'],
    since: 'v2',
    readableBy: 'staff',
  },
  createdAt: { type: 'instant', since: 'v2', readableBy: 'staff' },
  updatedAt: { type: 'instant', isNullable: true, since: 'v2', readableBy: 'staff' },
});

export type SettingType = RowOf<typeof settingDefinition>['type'];
