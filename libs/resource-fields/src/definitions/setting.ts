import type { RowOf } from '../derived-types';
import { defineResource } from '../field-definition';

/** The settings of the site, one row for each setting. */
export const settingDefinition = defineResource('settings', {
  id: { type: 'text', since: 'v2', readableBy: 'staff', isPrimaryKey: true },
  key: { type: 'text', since: 'v2', readableBy: 'staff' },
  /** Lists and objects are JSON; booleans are `true` or `false`. */
  value: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff' },
  /**
   * `core`: internal settings. `private`: the password protection of the site. `members`: settings of members and their access, among
   * them keys and secrets.
   */
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
