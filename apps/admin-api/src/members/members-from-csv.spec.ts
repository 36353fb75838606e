import type { MemberRow } from '@almanac/publishing';
import { Readable } from 'node:stream';
import { membersFromCsv } from './members-from-csv';

/** Converts a file, and measures the time that this takes in ms. */
async function convert(file: string): Promise<{ rows: MemberRow[]; duration: number }> {
  const start = performance.now();
  const rows: MemberRow[] = [];
  for await (const batch of membersFromCsv(Readable.from([file], { objectMode: false }))) rows.push(...batch);
  return { rows, duration: performance.now() - start };
}

describe('a CSV file of members', () => {
  const manyColumns = ','.repeat(99_000);

  it.each([
    ['that has an e-mail column, before lines of quotes', `email${manyColumns}\n${'"\n'.repeat(2_000)}`, 2_000],
    ['that has no e-mail column, before short lines', `name${manyColumns}\n${'x\n'.repeat(10_000)}`, 10_000],
  ])('is converted in the time of its lines if it has a long header %s', async (_, file, count) => {
    const { rows, duration } = await convert(file);
    expect(rows).toHaveLength(count);
    expect(rows.every((row) => 'reason' in row)).toBe(true);
    expect(duration).toBeLessThan(3_000);
  });

  it('is converted in the time of its lines if they are malformed', async () => {
    const { rows, duration } = await convert(`email\n${'a"b\n'.repeat(40_000)}`);
    expect(rows).toHaveLength(40_000);
    expect(duration).toBeLessThan(2_000);
  });

  it.each([',', ';', '\t'])('may have spaces around quotes, but no text, with the separator %j', async (separator) => {
    const lines = [
      ['email', 'name', 'note'],
      ['a@x.io', '  " An""na " ', ' "n" '],
      ['b@x.io', '"Bob" x', 'n'],
      ['c@x.io', 'x "Carol"', 'n'],
    ];
    const { rows } = await convert(`${lines.map((values) => values.join(separator)).join('\r\n')}\r\n`);
    const reason = 'The row is not valid CSV.';
    expect(rows).toMatchObject([
      { line: 2, email: 'a@x.io', name: 'An"na', note: 'n' },
      { line: 3, reason },
      { line: 4, reason },
    ]);
  });
});
