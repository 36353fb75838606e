import { createObjectId, createPublishingDataSource, Member } from '@almanac/entities';
import { type Actor, MembersService } from '@almanac/publishing';
import { createTestDatabase } from '@almanac/testing';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());
beforeEach(() => api.dataSource.query('truncate publishing.members, publishing.outbox cascade'));

type Row = Pick<Member, 'email' | 'name' | 'note' | 'createdAt'>;

const integration: Actor = { kind: 'integration', id: '0'.repeat(24), role: 'Admin Integration' };
const createdAt = new Date('2020-02-29T23:59:59.007Z');

async function stored(rows: readonly Partial<Row>[], { manager } = api.dataSource): Promise<Member[]> {
  const members = rows.map((row, index) =>
    manager.create(Member, {
      email: `m-${index}@x.io`,
      name: null,
      note: null,
      createdAt,
      ...row,
      id: createObjectId(),
    }),
  );
  await manager.insert(Member, members);
  return members;
}

const guarded = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[",\r\n]|^['\s]|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function cellsOf({ id, email, name, note, createdAt: at }: Member): string[] {
  return [id, guarded(email), guarded(name ?? ''), guarded(note ?? ''), at.toISOString(), ''];
}

const header = ['id', 'email', 'name', 'note', 'created_at', 'deleted_at'];

const nastyPiece = fc.constantFrom(
  ...[
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\r',
    '\n',
    '\r\n',
    ' ',
    '\v',
    '\f',
    '\u0001',
    '\\',
    '\\.',
    '%',
  ],
  ...[
    '\u00a0',
    '\u1680',
    '\u2003',
    '\u200b',
    '\u2028',
    '\u3000',
    '\ufeff',
    'é',
    '𝄞',
    '中',
    'a',
    'O’Brien',
    'null',
    '0',
  ],
);
const nasty = fc.oneof(
  fc.array(nastyPiece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
);

describe('an export of members', () => {
  it('is valid CSV for any name and note, without formulas for spreadsheets', async () => {
    const row = fc.record({
      name: fc.option(nasty),
      note: fc.option(nasty),
      createdAt: fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 20, maxLength: 300 }), async (rows) => {
        await api.dataSource.query('truncate publishing.members cascade');
        const members = await stored(rows.map((one, index) => ({ ...one, email: `${one.name ?? ''}${index}` })));
        const { text } = await api.integration.get('members/csv/');
        const expected = [header, ...members.map(cellsOf)];
        expect(parse(text, { record_delimiter: '\r\n' })).toEqual(expected);
        expect(text).toBe(expected.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join(''));
      }),
      { numRuns: 25 },
    );
  });

  it('exports more members than the service reads at once', async () => {
    const members = await stored(Array.from({ length: 5_001 }, () => ({})));
    const idsOf = async (query: string): Promise<string[]> => {
      const { text } = await api.integration.get(`members/csv/${query}`);
      return parse(text, { columns: true }).map((row) => String((row as { id: string }).id));
    };
    const ids = members.map(({ id }) => id);
    expect(await idsOf('')).toEqual(ids);
    expect(await idsOf('?limit=2001')).toEqual(ids.slice(0, 1_000));
  });

  it('exports only the header from a site without members', async () => {
    expect((await api.integration.get('members/csv/')).text).toBe(`${header.join(',')}\r\n`);
  });

  it('releases the connection when the client disconnects', async () => {
    const database = await createTestDatabase();
    const source = await createPublishingDataSource({ url: database.url, poolSize: 1 }).initialize();
    await stored(
      Array.from({ length: 5_001 }, () => ({})),
      source,
    );
    const members = new MembersService({
      dataSource: source,
      siteUrl: '',
      clock: { now: () => new Date() },
      encryptionKey: '',
    });
    const lines = await members.export(integration, { hasField: () => false });
    for (let taken = 0; taken < 2; taken += 1) await lines.next();
    await lines.return(undefined);
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
    await source.destroy();
    await database.drop();
  });
});
