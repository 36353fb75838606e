import { Member } from '@almanac/entities';
import fs from 'node:fs';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { postForm } from './multipart';

describe('POST members/csv/ with named columns', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());
  beforeEach(() => api.dataSource.query('truncate publishing.members cascade'));

  const importCsv = (content: string, query: Record<string, string>): Promise<ApiResponse> =>
    postForm(api.owner.in('canary'), `members/csv/?${new URLSearchParams(query).toString()}`, [
      { name: 'membersfile', filename: 'm.csv', content, type: 'text/csv' },
    ]);
  const stats = ({ body }: ApiResponse): unknown => Object(body.meta).stats;
  const members = async (): Promise<unknown[]> =>
    (await api.dataSource.manager.find(Member, { order: { email: 'ASC' } })).map(
      ({ email, name, note, subscribed }) => ({
        email,
        name,
        note,
        subscribed,
      }),
    );

  it('reads the values of the columns that the client names', async () => {
    const file = 'Adresse,Nom,Remarque,Abonné\nada@example.com,Ada,"Une, deux",non\nbob@example.com,Bob,,no\n';
    const query = { email_column: 'Adresse', name_column: 'Nom', note_column: ' Remarque ' };
    const response = await importCsv(file, { ...query, subscribed_to_emails_column: 'Abonné' });
    expect([response.status, stats(response)]).toEqual([201, { imported: 2, duplicates: 0, invalid: 0 }]);
    expect(await members()).toEqual([
      { email: 'ada@example.com', name: 'Ada', note: 'Une, deux', subscribed: true },
      { email: 'bob@example.com', name: 'Bob', note: null, subscribed: false },
    ]);
  });

  it('prefers a named column to one that its header would find, and finds the others by it', async () => {
    const file = 'email,Work e-mail,name\nprivate@example.com,work@example.com,Ada\n';
    expect(stats(await importCsv(file, { email_column: 'Work e-mail' }))).toMatchObject({ imported: 1 });
    expect(await members()).toMatchObject([{ email: 'work@example.com', name: 'Ada' }]);
  });

  it('leaves a value out whose parameter is empty', async () => {
    await importCsv('email,name,note\na@example.com,Ada,Secret\n', { note_column: '' });
    expect(await members()).toMatchObject([{ name: 'Ada', note: null }]);
  });

  it('does not use a named column for another value, too', async () => {
    await importCsv('Contact,Notes and name\na@example.com,Likes tea\n', {
      email_column: 'Contact',
      note_column: 'Notes and name',
    });
    expect(await members()).toMatchObject([{ name: null, note: 'Likes tea' }]);
  });

  it('finds a semicolon as the separator by the named column', async () => {
    expect(stats(await importCsv('Adresse;Nom\na@example.com;Ada\n', { email_column: 'Adresse' }))).toMatchObject({
      imported: 1,
    });
    const quoted = '"Adresse";"Nom"\n"b@example.com";"Bob"\n';
    expect(stats(await importCsv(quoted, { email_column: 'Adresse' }))).toMatchObject({ imported: 1 });
  });

  it('reports the invalid rows and imports the others', async () => {
    const file = 'Adresse,Nom\nada@example.com,Ada\nnot an address,Bob\n,Unnamed\neve@example.com,Eve\n';
    const response = await importCsv(file, { email_column: 'Adresse', name_column: 'Nom' });
    expect(response.body.meta).toMatchObject({
      stats: { imported: 2, duplicates: 0, invalid: 2 },
      invalid: [
        { line: 3, reason: expect.any(String) },
        { line: 4, reason: expect.any(String) },
      ],
    });
  });

  it('imports nothing when the file has no such column', async () => {
    const response = await importCsv('email,name\na@example.com,Ada\n', { name_column: 'Nom' });
    expect([response.status, response.error.property, response.error.message]).toEqual([
      422,
      'name_column',
      expect.any(String),
    ]);
    expect(JSON.stringify(response.error)).toContain('Nom');
    expect(await members()).toEqual([]);
  });

  it('refuses a parameter that is given twice', async () => {
    const form = [{ name: 'membersfile', filename: 'm.csv', content: 'email\na@b.co\n', type: 'text/csv' }];
    const response = await postForm(api.owner, 'members/csv/?email_column=a&email_column=b', form);
    expect(response.status).toBe(422);
  });
});

const NOW = new Date('2026-06-30T22:15:30Z');
const IMPORT_LABEL = {
  name: 'Import 2026-07-01 00:15',
  slug: 'import-2026-07-01-00-15',
  created_at: expect.any(String),
  updated_at: expect.any(String),
};

describe('members/upload/ with the form of Ghost 5', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi({ clock: { now: () => NOW } });
    const settings = [{ key: 'timezone', value: 'Europe/Berlin' }];
    expect((await api.owner.in('v5').put('settings/', { settings })).status).toBe(200);
  });
  afterAll(() => api.close());
  beforeEach(() => api.dataSource.query('truncate publishing.members, publishing.labels, publishing.outbox cascade'));

  const upload = (content: string, fields: readonly (readonly [string, string])[] = []): Promise<ApiResponse> =>
    postForm(api.integration.in('v5'), 'members/upload/', [
      { name: 'membersfile', filename: 'm.csv', content, type: 'text/csv' },
      ...fields.map(([name, value]) => ({ name, content: value })),
    ]);
  const importCsv = (version: 'v3' | 'canary', content: string): Promise<ApiResponse> =>
    postForm(api.integration.in(version), 'members/csv/', [
      { name: 'membersfile', filename: 'm.csv', content, type: 'text/csv' },
    ]);
  const members = async (): Promise<unknown[]> => {
    const listed = (await api.integration.in('v5').get('members/?order=email asc')).list('members');
    return listed.map(({ email, name, note, labels }) => ({
      email,
      name,
      note,
      labels: (labels as { name: string }[]).map((label) => label.name),
    }));
  };

  it('imports the columns and adds the labels that fields after the file name', async () => {
    const file = 'Mail,Full name,Note\nzoe@example.com,Zoe,hi\nbad,Bad,x\n';
    const fields = [
      ['mapping[Mail]', 'email'],
      ['mapping[Full name]', 'name'],
      ['labels', 'Imported'],
      ['labels', 'Autumn'],
    ] as const;
    const response = await upload(file, fields);
    expect([response.status, response.body]).toEqual([
      201,
      {
        meta: {
          originalImportSize: 2,
          stats: { imported: 1, duplicates: 0, invalid: [{ line: 3, error: expect.any(String) }] },
          import_label: { ...IMPORT_LABEL, id: expect.stringMatching(/^[\da-f]{24}$/) },
          columns_left_out: [{ column: 'Note', values: 2 }],
        },
      },
    ]);
    expect(await members()).toEqual([
      { email: 'zoe@example.com', name: 'Zoe', note: null, labels: ['Imported', 'Autumn', IMPORT_LABEL.name] },
    ]);
  });

  it('ignores blank labels, and keeps a quote of a name that does not close', async () => {
    const file = 'email,labels\nann@example.com,"""VIP, Sea"\nbob@example.com,"""A, B"", C"\n';
    const { body } = await upload(file, [
      ['labels', ''],
      ['labels[]', ' Autumn '],
    ]);
    expect(body).toMatchObject({ meta: { stats: { imported: 2, invalid: [] } } });
    expect(await members()).toMatchObject([
      { labels: ['"VIP', 'Sea', 'Autumn', IMPORT_LABEL.name] },
      { labels: ['A, B', 'C', 'Autumn', IMPORT_LABEL.name] },
    ]);
  });

  it('closes the file of an import that fails', async () => {
    const open = jest.spyOn(fs, 'createReadStream');
    expect((await upload('email\nann@example.com\n', [['mapping[Mail]', 'email']])).status).toBe(422);
    expect(open.mock.results.map(({ value }) => value.destroyed)).toEqual([true]);
    open.mockRestore();
  });

  it('labels the new members with the time of the import in the time zone of the site, once', async () => {
    const label = async (): Promise<unknown> => (await upload('email\nann@example.com\n')).body;
    expect(await label()).toMatchObject({
      meta: { stats: { imported: 1 }, import_label: { name: IMPORT_LABEL.name } },
    });
    expect(await label()).toMatchObject({ meta: { stats: { duplicates: 1 }, import_label: null } });
    await importCsv('canary', 'email\nbob@example.com\n');
    expect(await members()).toMatchObject([{ labels: [IMPORT_LABEL.name] }, { labels: [IMPORT_LABEL.name] }]);
    const events = await api.dataSource.query<unknown[]>(
      `select event from publishing.outbox where event = 'label.added' union all
       select event from publishing.outbox where event = 'member.added' and payload::text like '%Import 2026%'`,
    );
    expect(events.map((row) => Object(row).event)).toEqual(['label.added', 'member.added', 'member.added']);
  });

  it('names the columns of a file of Ghost that are not imported', async () => {
    const file =
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\r\n' +
      '5f1,ann@example.com,Ann,,true,,cus_1,2020-01-02T03:04:05.000Z,,VIP,Gold\r\n' +
      '5f2,bob@example.com,Bob,,false,true,,2020-01-02T03:04:05.000Z,,,\r\n';
    const left = [
      { column: 'id', values: 2 },
      { column: 'stripe_customer_id', values: 1 },
      { column: 'tiers', values: 1 },
    ];
    for (const { body } of [await upload(file), await importCsv('canary', file)])
      expect(body).toMatchObject({ meta: { columns_left_out: left } });
  });

  it('makes no label when no member is new, nor in v3', async () => {
    expect((await upload('email\nbad\n')).body).toMatchObject({ meta: { import_label: null } });
    expect((await importCsv('v3', 'email\nann@example.com\n')).body).toEqual({
      meta: { stats: { imported: 1, duplicates: 0, invalid: 0 } },
    });
    expect((await api.integration.in('v5').get('labels/')).list('labels')).toEqual([]);
  });

  it('finds the columns by their header without a mapping, and reads its own export', async () => {
    await upload('email,name,note,labels\nann@example.com,Ann,"a, b",VIP\nbob@example.com,,,\n');
    const before = await members();
    const { text, headers } = await api.integration.in('v5').get('members/upload/');
    expect(headers['content-disposition']).toMatch(/filename="members\.\d{4}-\d\d-\d\d\.csv"/);
    await api.dataSource.query('truncate publishing.members, publishing.labels cascade');
    expect((await upload(text)).body).toMatchObject({ meta: { stats: { imported: 2, invalid: [] } } });
    expect(await members()).toEqual(before);
  });

  it('refuses what it cannot do, with the reason', async () => {
    const { status, body } = await upload('Mail\nann@example.com\n', [['mapping[Other]', 'email']]);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('The file has no column')]);
    const unmapped = await upload('Mail\nann@example.com\n', [['mapping[Mail]', 'name']]);
    expect(unmapped.body).toMatchObject({ meta: { stats: { imported: 0, invalid: [{ line: 1 }] } } });
    const filtered = await api.integration.in('v5').get('members/upload/?filter=status:paid');
    expect(filtered.status).toBe(422);
    // Here `upload` is the id of a member.
    expect((await api.integration.in('v3').get('members/upload/')).status).toBe(422);
    expect((await postForm(api.integration.in('v5'), 'members/upload/', [])).status).toBe(422);
    expect((await (await api.as('Editor')).in('v5').get('members/upload/')).status).toBe(403);
  });
});
