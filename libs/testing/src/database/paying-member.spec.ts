import { isNotPayingSql, isPaying, isPayingSql } from '@almanac/entities';
import type { DataSource } from 'typeorm';
import { payingCases } from '../factories/paying-cases';
import { addMember } from '../factories/publishing-factories';
import { createTestDatabase, type TestDatabase } from './test-database';

describe('isPaying', () => {
  it.each(payingCases)(
    'is $isPaying for a member with the subscriptions $statuses',
    ({ statuses, isPaying: expected }) => {
      expect(isPaying(statuses.map((status) => ({ status })))).toBe(expected);
    },
  );
});

describe('isPayingSql', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
  });
  afterAll(() => database.drop());

  it('selects paying members, and isNotPayingSql all others', async () => {
    const paying: string[] = [];
    const others: string[] = [];
    for (const { statuses, isPaying: isExpected } of payingCases) {
      const { id } = await addMember(source.manager, { providerStatuses: statuses });
      (isExpected ? paying : others).push(id);
    }
    paying.push((await addMember(source.manager, { isPaid: true })).id);
    const selected = async (condition: string): Promise<string[]> =>
      (await source.query<{ id: string }[]>(`select m.id from publishing.members m where ${condition}`)).map(
        ({ id }) => id,
      );
    expect((await selected(isPayingSql('m.id'))).sort()).toEqual(paying.sort());
    expect((await selected(isNotPayingSql('m.id'))).sort()).toEqual(others.sort());
  });
});
