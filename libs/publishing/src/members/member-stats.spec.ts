import { addMember, createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { readMemberStats } from './member-stats';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.publishing();
});
afterAll(() => database.drop());

describe('readMemberStats', () => {
  it('has each day once, also in a database whose clocks go forward at midnight', async () => {
    const today = new Date();
    await addMember(dataSource.manager, { createdAt: today });
    const dayOfYear = Math.floor((today.getTime() - Date.UTC(today.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
    // Daylight saving time began 30 days ago and ends in 150 days, both at midnight.
    const [begin, end] = [-30, 150].map((days) => ((dayOfYear + days + 364) % 365) + 1);
    const { days } = await dataSource.transaction(async (manager) => {
      await manager.query(`set local time zone 'STD3DST,J${begin}/0,J${end}/0'`);
      return readMemberStats(manager);
    });
    expect(new Set(days.map(({ date }) => date)).size).toBe(91);
    expect(days.at(-1)).toEqual({ date: today.toISOString().slice(0, 10), free: 1, paid: 0, comped: 0 });
  });
});
