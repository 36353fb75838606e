import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { claimBatch, finishBatch, releaseBatch, renewBatch } from '../src/send-newsletter/email-batches';
import type { ClaimedBatch } from '../src/send-newsletter/email-to-send';

const EMAIL = 'e'.repeat(24);

describe('the claim of a batch of mails', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await source.query('truncate publishing.emails, publishing.email_batches, publishing.email_recipients cascade');
    await source.query(`insert into publishing.emails (id, post_id, status) values ($1, 'a', 'submitting')`, [EMAIL]);
    await source.query(
      `insert into publishing.email_batches (email_id, number, after_member_id, last_member_id) values ($1, 1, '', 'z')`,
      [EMAIL],
    );
  });

  const claim = async (): Promise<ClaimedBatch> => {
    const batch = await claimBatch(source.manager, EMAIL);
    if (!batch) throw new Error('No batch is due.');
    return batch;
  };
  const expire = (): Promise<unknown> =>
    source.query(`update publishing.email_batches set next_attempt_at = now() - interval '1 second'`);

  it('can be renewed, given back and claimed again', async () => {
    const first = await claim();
    expect(await claimBatch(source.manager, EMAIL)).toBeNull();
    const renewed = await renewBatch(source.manager, first);
    expect(renewed?.claimedUntil).not.toBe(first.claimedUntil);
    await releaseBatch(source.manager, renewed ?? first);
    expect(await claim()).toMatchObject({ number: 1 });
  });

  it('is not touched by a worker that was frozen for longer than its own', async () => {
    const frozen = await claim();
    await expire();
    const current = await claim();
    expect(await renewBatch(source.manager, frozen)).toBeNull();
    await releaseBatch(source.manager, frozen);
    await finishBatch(source.manager, frozen);
    expect(await claimBatch(source.manager, EMAIL)).toBeNull();
    expect(await renewBatch(source.manager, current)).not.toBeNull();
  });

  it('ends with a batch that has no pending recipient', async () => {
    await finishBatch(source.manager, await claim());
    await expire();
    expect(await claimBatch(source.manager, EMAIL)).toBeNull();
  });
});
