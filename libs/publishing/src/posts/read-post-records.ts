import { InternalServerError } from '@almanac/errors';
import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';
import type { PostRecord } from './post-record';
import { postRecordSql } from './post-record-sql';

const isoInstant = /^\d{4}-\d{2}-\d{2}T/;

/** Planning this statement costs twice what running it does; under a name it is planned once for each connection. */
async function runPrepared<Row extends object>(
  manager: EntityManager,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  if (!manager.queryRunner) throw new Error('Records are read in the transaction of a verb.');
  const client: ClientBase = await manager.queryRunner.connect();
  const { rows } = await client.query<Row>({ name: 'post_records', text, values });
  return rows;
}

/** JSON text of instants back to dates; by our naming every property that ends in `At` is one. */
function reviveInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveInstants);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key.endsWith('At') && typeof inner === 'string' && isoInstant.test(inner)
        ? new Date(inner)
        : reviveInstants(inner),
    ]),
  );
}

export interface ReadRecords {
  records: PostRecord[];
  /** The database's clock at the read: what every date rule is judged by. */
  now: Date;
}

/** Posts and pages by id, whole, in the order of the ids; unknown ids are left out. */
export async function readPostRecords(manager: EntityManager, ids: readonly string[]): Promise<ReadRecords> {
  const rows = await runPrepared<{ record: unknown; now: Date }>(
    manager,
    `select ${postRecordSql(manager)} as record, clock_timestamp() as now
     from publishing.posts p where p.id = any($1::text[])`,
    [ids],
  );
  const records = rows.map(({ record }) => reviveInstants(record) as PostRecord);
  const place = new Map(ids.map((id, index) => [id, index]));
  records.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return { records, now: rows[0]?.now ?? new Date(NaN) };
}

/** A post or page that the transaction itself wrote. */
export async function readPostRecord(manager: EntityManager, id: string): Promise<PostRecord> {
  const { records } = await readPostRecords(manager, [id]);
  if (!records[0]) throw new InternalServerError(`The post ${id} was written and is not there.`);
  return records[0];
}
