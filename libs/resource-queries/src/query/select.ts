import type { Relation, Resource, Selection } from '../resource';
import { keptWithSelection } from './known-selections';

function relationsFor<Row>(resource: Resource<Row>, { include }: Selection): Relation[] {
  const names = new Set([...(resource.alwaysIncluded ?? []), ...include]);
  const relations = [...names].map((name) => resource.relations.get(name)).filter((relation) => relation !== undefined);
  // Two names may stand for one relation (`authors`, `authors.roles`): it is read once.
  return [...new Set(relations)];
}

/** What one row consists of: its columns and the relations that were asked for, each named as a property. */
export const selectSql = keptWithSelection((resource, selection) => {
  const columns = [...resource.columns(selection)].map(([property, sql]) => `${sql} as "${property}"`);
  const relations = relationsFor(resource, selection).map(({ property, sql }) => `${sql} as "${property}"`);
  return [...columns, ...relations].join(', ');
});

function reviveInstants(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(reviveInstants);
  if (typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const [key, inner] of Object.entries(object)) {
    if (key.endsWith('At') && typeof inner === 'string') object[key] = new Date(inner);
    else reviveInstants(inner);
  }
}

/** Relations come as JSON: makes Dates of the instants in them. */
export function reviveRelations<Row>(rows: Row[], resource: Resource<Row>, selection: Selection): Row[] {
  const properties = relationsFor(resource, selection)
    .filter((relation) => relation.hasInstants)
    .map((relation) => relation.property);
  for (const row of rows) {
    for (const property of properties) reviveInstants((row as Record<string, unknown>)[property]);
  }
  return rows;
}
