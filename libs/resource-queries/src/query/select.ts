import { reviveInstants } from '@almanac/resource-fields';
import type { Relation, Resource, Selection } from '../resource';

function relationsFor<Row>(resource: Resource<Row>, { include }: Selection): Relation[] {
  const names = new Set([...(resource.alwaysIncluded ?? []), ...include]);
  const relations = [...names].map((name) => resource.relations.get(name)).filter((relation) => relation !== undefined);
  // Two names can have the same relation, e.g. `authors` and `authors.roles`. The set contains it once.
  return [...new Set(relations)];
}

function relationSqls<Row>(resource: Resource<Row>, selection: Selection): string[] {
  return relationsFor(resource, selection).map(({ property, sql }) => `${sql} as "${property}"`);
}

/** The select list of a resource: its columns and the requested relations, each named like the property of the row. */
export function selectSql<Row>(resource: Resource<Row>, selection: Selection): string {
  const columns = [...resource.columns(selection)].map(([property, sql]) => `${sql} as "${property}"`);
  return [...columns, ...relationSqls(resource, selection)].join(', ');
}

/** Returns the rows with the instants of their relations as Dates. Relations are read as JSON, in which instants are strings. */
export function withDatesInRelations<Row>(rows: Row[], resource: Resource<Row>, selection: Selection): Row[] {
  const related = relationsFor(resource, selection).flatMap(({ property, instants }) =>
    instants ? [[property, instants]] : [],
  );
  if (related.length === 0) return rows;
  const properties = { instants: [], rows: Object.fromEntries(related) };
  return rows.map((row) => reviveInstants(row as Row & object, properties));
}
