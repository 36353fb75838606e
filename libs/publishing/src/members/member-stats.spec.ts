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
    const { days, lastDay } = await dataSource.transaction(async (manager) => {
      await manager.query(`set local time zone 'STD3DST,J${begin}/0,J${end}/0'`);
      const [row] = await manager.query<{ lastDay: string }[]>(
        `select (now() at time zone 'utc')::date::text as "lastDay"`,
      );
      return { days: (await readMemberStats(manager)).days, lastDay: row?.lastDay };
    });
    expect(new Set(days.map(({ date }) => date)).size).toBe(91);
    expect(days.at(-1)).toEqual({ date: lastDay, free: 1, paid: 0, comped: 0 });
  });
});
