import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import type { Actor } from '../permissions/actor';
import { type ClaimedWrite, IdempotentWrites, type KeyedWrite, recordExecution } from './idempotent-writes';

let database: TestDatabase;
let dataSource: DataSource;
let writes: IdempotentWrites;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.publishing();
  writes = new IdempotentWrites({ dataSource });
});
afterAll(() => database.drop());

let counter = 0;
function write(more: Partial<KeyedWrite> = {}): KeyedWrite {
  const actor: Actor = { kind: 'integration', id: 'i', role: 'Admin Integration' };
  return { actor, key: `key-${++counter}`, request: { method: 'POST', path: '/posts/', body: { a: 1 } }, ...more };
}
async function claimOf(keyed: KeyedWrite): Promise<ClaimedWrite> {
  const claimed = await writes.claim(keyed);
  if (!('claimedAt' in claimed)) throw new Error('The response is stored already.');
  return claimed;
}
const AGE_BY_A_MINUTE = `update publishing.idempotency_keys set created_at = now() - interval '61 seconds' where key = $1`;
const response = { status: 201, headers: { 'x-cache-invalidate': '/*' }, body: '{"posts":[]}' };

describe('a write with a key', () => {
  it('runs once, and its response is replayed', async () => {
    const first = write();
    await writes.store(await claimOf(first), response);
    expect(await writes.claim(first)).toEqual(response);
  });

  it('is rejected while the same write runs, and when the key belongs to another request', async () => {
    const first = write();
    await writes.claim(first);
    await expect(writes.claim(first)).rejects.toMatchObject({ status: 409, specificCode: 'IDEMPOTENCY_KEY_IN_USE' });
    const other = { ...first, request: { ...first.request, body: { a: 2 } } };
    await expect(writes.claim(other)).rejects.toMatchObject({ status: 422 });
  });

  it('is claimed by exactly one of many concurrent requests', async () => {
    const first = write();
    const claims = await Promise.allSettled(Array.from({ length: 12 }, () => writes.claim(first)));
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rejected = claims.flatMap((claim) => (claim.status === 'rejected' ? [claim.reason] : []));
    expect(new Set(rejected.map(({ specificCode }) => specificCode))).toEqual(new Set(['IDEMPOTENCY_KEY_IN_USE']));
  });

  it('is separate for each actor', async () => {
    const first = write();
    await writes.claim(first);
    const otherActor: Actor = { kind: 'user', id: 'i', role: 'Owner' };
    expect(await writes.claim({ ...first, actor: otherActor })).toHaveProperty('claimedAt');
  });

  it('can be retried after it failed', async () => {
    const first = write();
    await writes.release(await claimOf(first));
    expect(await writes.claim(first)).toHaveProperty('claimedAt');
  });

  it('is not executed again after a transaction recorded its execution, also when its process died or it failed then', async () => {
    const first = write();
    const claimed = await claimOf(first);
    await dataSource.transaction((manager) => recordExecution(manager, claimed));
    await writes.release(claimed);
    await dataSource.query(AGE_BY_A_MINUTE, [first.key]);
    const executed = { status: 409, specificCode: 'IDEMPOTENCY_KEY_EXECUTED' };
    await expect(writes.claim(first)).rejects.toMatchObject(executed);
  });

  it('counts as running for a minute while its execution is recorded, and its response is not stored', async () => {
    const first = write();
    const claimed = await claimOf(first);
    await dataSource.transaction((manager) => recordExecution(manager, claimed));
    await expect(writes.claim(first)).rejects.toMatchObject({ status: 409, specificCode: 'IDEMPOTENCY_KEY_IN_USE' });
    await writes.store(claimed, response);
    expect(await writes.claim(first)).toEqual(response);
  });

  it('is executed again if the transaction that recorded its execution was rolled back', async () => {
    const first = write();
    const claimed = await claimOf(first);
    const transaction = dataSource.transaction(async (manager) => {
      await recordExecution(manager, claimed);
      throw new Error('No.');
    });
    await expect(transaction).rejects.toThrow('No.');
    await writes.release(claimed);
    expect(await writes.claim(first)).toHaveProperty('claimedAt');
  });

  it('can be claimed again when the response expires after a day, and one minute after its process died', async () => {
    const [old, orphaned] = [write(), write()];
    await writes.store(await claimOf(old), response);
    await writes.claim(orphaned);
    await dataSource.query(`update publishing.idempotency_keys set expires_at = now() where key = $1`, [old.key]);
    await dataSource.query(AGE_BY_A_MINUTE, [orphaned.key]);
    expect(await writes.claim(old)).toHaveProperty('claimedAt');
    expect(await writes.claim(orphaned)).toHaveProperty('claimedAt');
  });

  it('that took over a minute does not change the claim of its repetition', async () => {
    const first = write();
    const slow = await claimOf(first);
    await dataSource.query(AGE_BY_A_MINUTE, [first.key]);
    const other = { ...first, request: { ...first.request, body: { a: 2 } } };
    await expect(writes.claim(other)).rejects.toMatchObject({ status: 422 });
    const repetition = await claimOf(first);
    await writes.release(slow);
    await writes.store(slow, { ...response, body: '"slow"' });
    await expect(writes.claim(first)).rejects.toMatchObject({ specificCode: 'IDEMPOTENCY_KEY_IN_USE' });
    await writes.store(repetition, response);
    expect(await writes.claim(first)).toEqual(response);
  });

  it('that took over a minute is rolled back if a repetition has claimed its key, and changes nothing of the repetition', async () => {
    const first = write();
    const slow = await claimOf(first);
    await dataSource.query(AGE_BY_A_MINUTE, [first.key]);
    const repetition = await claimOf(first);
    const transactionOfSlow = (): Promise<void> => dataSource.transaction((manager) => recordExecution(manager, slow));
    const inUse = { status: 409, specificCode: 'IDEMPOTENCY_KEY_IN_USE' };
    await expect(transactionOfSlow()).rejects.toMatchObject(inUse);
    await dataSource.transaction((manager) => recordExecution(manager, repetition));
    await expect(transactionOfSlow()).rejects.toMatchObject(inUse);
    await writes.store(repetition, response);
    await expect(transactionOfSlow()).rejects.toMatchObject(inUse);
    expect(await writes.claim(first)).toEqual(response);
  });

  it('may have several transactions, also when it takes over a minute, and after its response is stored', async () => {
    const first = write();
    const claimed = await claimOf(first);
    const transaction = (): Promise<void> => dataSource.transaction((manager) => recordExecution(manager, claimed));
    await transaction();
    await transaction();
    await writes.store(claimed, response);
    await transaction();
    expect(await writes.claim(first)).toEqual(response);
  });

  it('rejects a key longer than 255 characters', async () => {
    await expect(writes.claim(write({ key: 'k'.repeat(256) }))).rejects.toMatchObject({ status: 422 });
  });
});
