import type { EntityManager } from 'typeorm';

const tables = new Map([
  ['publishing', 'publishing.outbox'],
  ['calendar', 'calendar.outbox'],
]);

/** The outbox table in the schema of the manager's data source. @throws Error if this schema has no outbox */
export function outboxTable(manager: EntityManager): string {
  const { options } = manager.dataSource;
  const schema = options.type === 'postgres' ? (options.schema ?? '') : '';
  const table = tables.get(schema);
  if (!table) throw new Error(`The schema "${schema}" has no outbox.`);
  return table;
}

/** The NOTIFY channel on which PostgreSQL reports new rows in the outbox of a schema. */
export function outboxChannel(schema: 'publishing' | 'calendar'): string {
  return `${schema}_outbox`;
}
