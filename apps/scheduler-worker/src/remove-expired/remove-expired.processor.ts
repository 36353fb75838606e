import type { JobProcessor } from '@almanac/jobs';
import { deleteOldFacts } from '@almanac/outbox';
import { Logger } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { postMailed } from '../mail-post/mail-post.processor';
import { Databases } from '../databases/databases';

/** Deliveries can be looked up and replayed for so long; their facts are needed a little longer. */
const keptDeliveryDays = 30;
const keptFactDays = keptDeliveryDays + 1;
const rowsAtOnce = 5_000;

/** Rows that only matter until a moment they carry. */
const expiringTables = {
  publishing: [
    ['publishing.sessions', 'expires_at'],
    ['publishing.member_sessions', 'expires_at'],
    ['publishing.member_sign_in_tokens', 'expires_at'],
    ['publishing.password_reset_tokens', 'expires_at'],
    ['publishing.idempotency_keys', 'expires_at'],
  ],
  calendar: [],
} as const;

/** Deletes in small bites, so that no statement holds many rows for long. */
async function deleteWhere(source: DataSource, table: string, condition: string): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await source.query<{ deleted: number }[]>(
      `with gone as (delete from ${table} where ctid = any(array(
         select ctid from ${table} where ${condition} limit ${rowsAtOnce})) returning 1)
       select count(*)::int as deleted from gone`,
    );
    total += row?.deleted ?? 0;
    if ((row?.deleted ?? 0) < rowsAtOnce) return total;
  }
}

/** Removes what nobody needs any more. */
@Injectable()
export class RemoveExpiredProcessor implements JobProcessor<'remove-expired'> {
  readonly job = 'remove-expired';

  constructor(
    private readonly databases: Databases,
    private readonly logger: Logger,
  ) {}

  async process(): Promise<void> {
    const removed: Record<string, number> = {};
    const { publishing, calendar } = this.databases;
    removed['publishing.webhook_deliveries'] = await deleteWhere(
      publishing,
      'publishing.webhook_deliveries',
      `created_at < now() - make_interval(days => ${keptDeliveryDays})`,
    );
    removed['publishing.outbox'] = await deleteOldFacts(publishing.manager, keptFactDays, [postMailed]);
    removed['calendar.outbox'] = await deleteOldFacts(calendar.manager, keptFactDays);
    for (const schema of ['publishing', 'calendar'] as const) {
      for (const [table, column] of expiringTables[schema]) {
        removed[table] = await deleteWhere(this.databases.of(schema), table, `${column} < now()`);
      }
    }
    // A session that was opened stays known after its end: its holder is told that it ended.
    removed['calendar.sessions'] = await deleteWhere(
      calendar,
      'calendar.sessions',
      'redeemed_at is null and redeemable_until_at < now()',
    );
    this.logger.info('Removed what has expired.', { removed });
  }
}
