import type { JobProcessor } from '@almanac/jobs';
import { Logger } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { Databases } from '../databases/databases';
import { type RetentionRule, retentionRules } from './retention';

/** Rows per statement, so that no statement locks many rows. */
export const BATCH_SIZE = 2_000;
/** The pause between two statements, so that other transactions can run. */
const PAUSE_MS = 50;

/**
 * Removes expired rows in batches. Rows are locked before they are deleted: PostgreSQL then checks the condition on the newest version
 * of each row, so a row that was renewed in the meantime stays. Rows that another transaction has locked are left for the next run.
 * @returns the number of removed rows
 */
async function removeRows(source: DataSource, { table, expired }: RetentionRule): Promise<number> {
  for (let total = 0; ; await pause(PAUSE_MS)) {
    const [row] = await source.query<{ removed: number }[]>(
      `with removed as (delete from ${table} where ctid = any(array(
         select ctid from ${table} where ${expired} limit ${BATCH_SIZE} for update skip locked)) returning 1)
       select count(*)::int as removed from removed`,
    );
    const removed = row?.removed ?? 0;
    total += removed;
    if (removed < BATCH_SIZE) return total;
  }
}

/** Removes the rows that have expired by the retention rules. */
@Injectable()
export class RemoveExpiredProcessor implements JobProcessor<'remove-expired'> {
  readonly job = 'remove-expired';

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly logger: Logger,
  ) {}

  async process(): Promise<void> {
    const removed: Record<string, number> = {};
    const rules = retentionRules(this.configuration.actionsKeptDays);
    for (const schema of ['publishing', 'calendar'] as const) {
      for (const rule of rules[schema]) {
        removed[rule.table] = (removed[rule.table] ?? 0) + (await removeRows(this.databases.of(schema), rule));
      }
    }
    this.logger.info('Removed expired rows.', { removed });
  }
}
