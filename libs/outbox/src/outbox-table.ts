import type { EntityManager } from 'typeorm';

const tables = new Map([
  ['publishing', 'publishing.outbox'],
  ['calendar', 'calendar.outbox'],
]);

/** The outbox beside the tables this manager writes. */
export function outboxTable(manager: EntityManager): string {
  const { options } = manager.dataSource;
  const table = options.type === 'postgres' ? tables.get(options.schema ?? '') : undefined;
  if (!table) throw new Error('This data source has no outbox.');
  return table;
}

/** The channel on which the outbox of a schema announces new rows. */
export function outboxChannel(schema: 'publishing' | 'calendar'): string {
  return `${schema}_outbox`;
}
