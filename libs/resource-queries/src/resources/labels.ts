import type { Label } from '@almanac/entities';
import { filterableFields, labelDefinition, orderableFields, selectedFields } from '@almanac/resource-fields';
import type { Relation, Resource } from '../resource';
import { ascending, filterTargets, orderTargets, selectColumns } from './columns';
import { sinceOf } from './in-version';

export type LabelRow = Label & { count?: { members: number } };

const countOfMembers: Relation = {
  property: 'count',
  sql: `(select json_build_object('members', count(*)::int) from publishing.members_labels link where link.label_id = t.id)`,
};

/** The labels of members, in alphabetical order. */
export const adminLabelsResource: Resource<LabelRow> = {
  key: 'labels',
  table: 'publishing.labels',
  scope: 'true',
  columns: () => selectColumns(selectedFields(labelDefinition, 'staff')).set('revision', 't.revision'),
  filters: new Map(filterTargets(filterableFields(labelDefinition, 'staff'))),
  orders: new Map(orderTargets(orderableFields(labelDefinition, 'staff'))),
  since: sinceOf(labelDefinition),
  defaultOrder: () => [ascending('name', { ignoresCase: true }), ascending('id')],
  relations: new Map([['count.members', countOfMembers]]),
  notFoundMessage: 'Label not found.',
};
