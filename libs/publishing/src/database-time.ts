import type { EntityManager } from 'typeorm';

/** The current time in whole seconds. It is the time of PostgreSQL, because the clocks of the services' machines may differ. */
export async function databaseTime(manager: EntityManager): Promise<Date> {
  const rows: { now: Date }[] = await manager.query(`select date_trunc('second', clock_timestamp()) as now`);
  return rows[0]?.now ?? new Date(NaN);
}
