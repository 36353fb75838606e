import type { EntityManager } from 'typeorm';

/** The time of the database in whole seconds, so that every replica writes the same dates. */
export async function databaseTime(manager: EntityManager): Promise<Date> {
  const rows: { now: Date }[] = await manager.query(`select date_trunc('second', clock_timestamp()) as now`);
  return rows[0]?.now ?? new Date(NaN);
}
