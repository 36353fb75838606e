import type { Action } from '@almanac/entities';
import type { Relation, Resource } from '../resource';
import { ascending, columnsOf, descending, filterTargets, orderTargets, selectColumns } from './columns';

/** The user, integration, post, page, tag, label or newsletter of an action; the properties depend on its type. */
interface ReferencedRow {
  id: string;
  name?: string;
  title?: string;
  slug?: string;
  image?: string | null;
}

export type ActionRow = Omit<Action, 'context'> & { actor?: ReferencedRow | null; resource?: ReferencedRow | null };

const columns = columnsOf({
  others: ['id', 'resource_id', 'resource_type', 'actor_id', 'actor_type', 'event'],
  instants: ['created_at'],
});

const actor: Relation = {
  property: 'actor',
  sql: `case t.actor_type
    when 'user' then (select json_build_object('id', u.id, 'name', u.name, 'slug', u.slug, 'image', u.profile_image)
      from publishing.users u where u.id = t.actor_id)
    else (select json_build_object('id', i.id, 'name', i.name, 'slug', i.slug, 'image', i.icon_image)
      from publishing.integrations i where i.id = t.actor_id) end`,
};

const resource: Relation = {
  property: 'resource',
  sql: `case t.resource_type
    when 'user' then (select json_build_object('id', u.id, 'slug', u.slug) from publishing.users u where u.id = t.resource_id)
    when 'tag' then (select json_build_object('id', g.id, 'slug', g.slug, 'image', g.feature_image)
      from publishing.tags g where g.id = t.resource_id)
    when 'label' then (select json_build_object('id', l.id, 'name', l.name, 'slug', l.slug)
      from publishing.labels l where l.id = t.resource_id)
    when 'email' then (select json_build_object('id', e.id, 'title', e.subject) from publishing.emails e where e.id = t.resource_id)
    when 'post' then (select json_build_object('id', p.id, 'title', p.title, 'slug', p.slug, 'image', p.feature_image)
      from publishing.posts p where p.id = t.resource_id) end`,
};

/** The audit log, newest first. */
export const adminActionsResource: Resource<ActionRow> = {
  key: 'actions',
  table: 'publishing.actions',
  scope: 'true',
  columns: () => selectColumns(columns),
  filters: new Map(filterTargets(columns)),
  orders: new Map(orderTargets(columns)),
  defaultOrder: () => [descending('created_at'), ascending('id')],
  relations: new Map([
    ['actor', actor],
    ['resource', resource],
  ]),
  notFoundMessage: 'Action not found.',
};
