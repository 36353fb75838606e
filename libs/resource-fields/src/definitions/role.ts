import type { RowOf } from '../derived-types';
import { defineResource } from '../field-definition';

/** The roles of staff and integrations. */
export const roleDefinition = defineResource('roles', {
  id: { type: 'text', since: 'v2', readableBy: 'staff', isPrimaryKey: true },
  name: {
    type: 'text',
    values: [
      'Administrator',
      'Editor',
      'Author',
      'Contributor',
      'Owner',
      'Admin Integration',
      'DB Backup Integration',
      'Scheduler Integration',
    ],
    since: 'v2',
    readableBy: 'staff',
  },
  description: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff' },
  createdAt: { type: 'instant', since: 'v2', readableBy: 'staff' },
  updatedAt: { type: 'instant', isNullable: true, since: 'v2', readableBy: 'staff' },
});

export type RoleName = RowOf<typeof roleDefinition>['name'];
