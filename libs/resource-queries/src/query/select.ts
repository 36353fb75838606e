import type { Relation, Resource, Selection } from '../resource';
import { reviveInstants } from '@almanac/resource-fields';
import { keptWithSelection } from './known-selections';

function relationsFor<Row>(resource: Resource<Row>, { include }: Selection): Relation[] {
  const names = new Set([...(resource.alwaysIncluded ?? []), ...include]);
  const relations = [...names].map((name) => resource.relations.get(name)).filter((relation) => relation !== undefined);
  // Two names may stand for one relation (`authors`, `authors.roles`): it is read once.
  return [...new Set(relations)];
}

function relationSqls<Row>(resource: Resource<Row>, selection: Selection): string[] {
  return relationsFor(resource, selection).map(({ property, sql }) => `${sql} as "${property}"`);
}

/** What one row consists of: its columns and the relations that were asked for, each named as a property. */
export const selectSql = keptWithSelection((resource, selection) => {
  const columns = [...resource.columns(selection)].map(([property, sql]) => `${sql} as "${property}"`);
  return [...columns, ...relationSqls(resource, selection)].join(', ');
});

const isInstant = (property: string): boolean => property.endsWith('At');

/** The same as JSON can carry it: instants in milliseconds, which have a form for every year. */
export const jsonSelectSql = keptWithSelection((resource, selection) => {
  const columns = [...resource.columns(selection)].map(([property, sql]) => {
    const value = isInstant(property) ? `floor(extract(epoch from ${sql}) * 1000)` : sql;
    return `${value} as "${property}"`;
  });
  return [...columns, ...relationSqls(resource, selection)].join(', ');
});

const instantsOf = keptWithSelection((resource, selection) =>
  [...resource.columns(selection).keys()].filter(isInstant),
);

/** Makes Dates of the instants of a row that {@link jsonSelectSql} selected. */
export function reviveJsonRow<Row>(row: Row, resource: Resource<Row>, selection: Selection): Row {
  const values = row as Record<string, unknown>;
  for (const property of instantsOf(resource, selection)) {
    const value = values[property];
    if (typeof value === 'number') values[property] = new Date(value);
  }
  return reviveRelations([row], resource, selection)[0] ?? row;
}

/** Rows whose relations came as JSON, with the instants in them as Dates. */
export function reviveRelations<Row>(rows: Row[], resource: Resource<Row>, selection: Selection): Row[] {
  const codecs = relationsFor(resource, selection).flatMap(({ property, codec }) => (codec ? [[property, codec]] : []));
  if (codecs.length === 0) return rows;
  const codec = { instants: [], rows: Object.fromEntries(codecs) };
  return rows.map((row) => reviveInstants(row as Row & object, codec));
}
