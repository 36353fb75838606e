import { Member, MemberSubscription, PublishingOutboxEvent, Setting } from '@almanac/entities';
import { openMail, type MailPayload } from '@almanac/outbox';
import { addMember, payingCases } from '@almanac/testing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import { postForm } from './multipart';

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());
beforeEach(() => api.dataSource.query('truncate publishing.members, publishing.outbox cascade'));

const outboxEvents = (event: string): Promise<PublishingOutboxEvent[]> =>
  api.dataSource.manager.find(PublishingOutboxEvent, { where: { event }, order: { position: 'ASC' } });

describe('members', () => {
  it('can be added, read, edited and deleted, with events', async () => {
    const added = await api.integration.post('members/', {
      members: [{ email: 'New@Example.com', name: 'New', note: 'n' }],
    });
    expect(added.status).toBe(201);
    const member = added.one('members');
    expect(member).toEqual({
      id: expect.stringMatching(/^[\da-f]{24}$/),
      email: 'New@Example.com',
      name: 'New',
      note: 'n',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const path = `members/${String(member.id)}/`;
    expect((await api.integration.get(path)).one('members')).toEqual({ ...member, payment: { subscriptions: [] } });

    const edited = await api.integration.put(path, { members: [{ note: 'only note' }] });
    expect(edited.one('members')).toMatchObject({ name: 'New', note: 'only note' });
    const emptied = await api.integration.put(path, { members: [{ name: null, note: null, email: 'other@x.io' }] });
    expect(emptied.one('members')).toMatchObject({ email: 'New@Example.com', name: null, note: null });

    expect((await api.integration.delete(path)).status).toBe(204);
    expect((await api.integration.delete(path)).status).toBe(204);
    expect((await api.integration.get(path)).status).toBe(404);
    expect((await outboxEvents('member.added'))[0]?.payload).toMatchObject({
      current: { email: 'New@Example.com' },
      previous: {},
    });
    const [first, second] = await outboxEvents('member.edited');
    expect(first?.payload).toMatchObject({ current: { note: 'only note' }, previous: { note: 'n' } });
    expect(second?.payload).toMatchObject({ previous: { name: 'New' } });
    expect((await outboxEvents('member.deleted')).map(({ payload }) => payload)).toMatchObject([
      { current: {}, previous: { email: 'New@Example.com' } },
    ]);
  });

  it('accept the complete response of a read as an edit, and do not change', async () => {
    const { id } = await addMember(api.dataSource.manager, { isPaid: true });
    const read = (await api.integration.get(`members/${id}/`)).one('members');
    expect((await api.integration.put(`members/${id}/`, { members: [read] })).status).toBe(200);
    expect(await outboxEvents('member.edited')).toEqual([]);
  });

  it.each([
    [{ name: 'x' }, 422, 'Validation (FieldIsRequired) failed for ["email"]'],
    [{ email: 'nope' }, 422, 'Validation (isEmail) failed for email members.email'],
    [{ email: 'a@x.io', name: 1 }, 422, "Validation failed for 'name'"],
    [{ email: 'a@x.io', name: 'x'.repeat(192) }, 422, "Validation failed for 'name'"],
    [{ email: 'a@x.io', bogus: 1 }, 422, "Validation failed for 'members[0]'"],
    [{ email: 'a@x.io', plans: [] }, 422, "Validation failed for 'members[0]'"],
    [{}, 400, "No root key ('members') provided."],
  ])('are rejected as %j', async (input, status, context) => {
    const response = await api.integration.post('members/', { members: [input] });
    expect([response.status, response.error.context]).toEqual([status, context]);
  });

  it('have null for an absent name and note, as in a read (D23, B16)', async () => {
    const response = await api.integration.post('members/', { members: [{ email: 'n@x.io', name: null, note: null }] });
    expect(response.status).toBe(201);
    expect(response.one('members')).toMatchObject({ email: 'n@x.io', name: null, note: null });
  });

  it('have unique addresses in any letter case, also for concurrent requests', async () => {
    const responses = await Promise.all(
      ['same@x.io', 'SAME@x.io'].map((email) => api.integration.post('members/', { members: [{ email }] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(responses.find(({ status }) => status === 422)?.error).toMatchObject({
      message: 'Validation error, cannot save member.',
      context: 'Email address is already member.',
    });
  });

  it('respond 404 to unknown ids and 422 to malformed ones', async () => {
    const unknown = await api.integration.put(`members/${'f'.repeat(24)}/`, { members: [{ name: 'x' }] });
    expect([unknown.status, unknown.error.context]).toEqual([404, 'Resource could not be found.']);
    const unread = await api.integration.get(`members/${'f'.repeat(24)}/`);
    expect([unread.status, unread.error.context]).toEqual([404, 'Member not found.']);
    expect((await api.integration.get('members/zzz/')).status).toBe(422);
    expect((await api.integration.delete('members/zzz/')).error.context).toBe('Validation (matches) failed for id');
    expect((await api.integration.get('members/?filter=bogus:1')).error.context).toBe('Could not understand request.');
  });

  it('are listed in the order of their ids, in pages, filtered, without subscriptions', async () => {
    for (const name of ['Anna', 'Bob', 'Carol']) await addMember(api.dataSource.manager, { name, isPaid: true });
    const page = await api.integration.get('members/?limit=2&page=2');
    expect(page.body).toMatchObject({
      members: [{ name: 'Carol' }],
      meta: { pagination: { page: 2, limit: 2, pages: 2, total: 3, next: null, prev: 1 } },
    });
    expect(page.one('members').payment).toBeUndefined();
    expect((await api.integration.get("members/?filter=name:'Bob'&fields=name")).list('members')).toEqual([
      { name: 'Bob' },
    ]);
  });

  it('can be searched by a part of their name or address, together with a filter', async () => {
    for (const name of ["Ada O'Neil", 'Ade 100%', 'Bo_Ada']) await addMember(api.dataSource.manager, { name });
    const found = async (search: string, more = ''): Promise<unknown[]> => {
      const list = await api.integration.get(`members/?search=${encodeURIComponent(search)}&order=name${more}`);
      return list.list('members').map(({ name }) => name);
    };
    expect(await found('ADA')).toEqual(["Ada O'Neil", 'Bo_Ada']);
    expect(await found(' ada ', `&filter=${encodeURIComponent("name:~'bo'")}`)).toEqual(['Bo_Ada']);
    expect(await found("o'n")).toEqual(["Ada O'Neil"]);
    expect([await found('%'), await found('_')]).toEqual([['Ade 100%'], ['Bo_Ada']]);
    expect(await found("'),(id:-'1")).toEqual([]);
    expect(await found('o"n')).toEqual([]);
    expect(await found('')).toHaveLength(3);
    const open = `members/?search=ada&filter=${encodeURIComponent("name:'x'),(name:-'y'")}`;
    expect((await api.integration.get(open)).status).toBe(400);
    for (const bad of ['x'.repeat(192), '%5C', 'a%5C%27'])
      expect((await api.integration.get(`members/?search=${bad}`)).status).toBe(422);
  });

  it('can be filtered by whether they pay', async () => {
    const members = await Promise.all(
      payingCases.map(async ({ statuses, isPaying }) => {
        const { id } = await addMember(api.dataSource.manager, { providerStatuses: statuses });
        return { id, isPaying };
      }),
    );
    const given = await addMember(api.dataSource.manager, { isPaid: true });
    const found = async (filter: string): Promise<unknown[]> =>
      (await api.integration.get(`members/?limit=all&filter=${filter}`)).list('members').map(({ id }) => id);
    const paying = [...members.filter(({ isPaying }) => isPaying).map(({ id }) => id), given.id];
    const free = members.filter(({ isPaying }) => !isPaying).map(({ id }) => id);
    expect(new Set(await found('status:paid'))).toEqual(new Set(paying));
    expect(new Set(await found('status:-free'))).toEqual(new Set(paying));
    expect(new Set(await found('status:free'))).toEqual(new Set(free));
  });

  it('do not exist in v2 (B14), nor while the lab is off, for any caller', async () => {
    const unknown = await api.integration.in('v2').get('members/');
    expect([unknown.status, unknown.error.message]).toEqual([404, 'Resource not found']);
    const settings = api.dataSource.getRepository(Setting);
    await settings.update({ key: 'labs' }, { value: '{"members":false}' });
    for (const caller of [api.integration, api.anonymous]) {
      const response = await caller.get('members/');
      expect(response.status).toBe(404);
      expect(response.error).toMatchObject({ message: 'Resource could not be found.', context: null });
    }
    expect((await api.anonymous.post('/members/api/send-magic-link', { email: 'a@x.io' })).status).toBe(404);
    expect((await api.anonymous.get('/members/?token=x')).status).toBe(404);
    expect((await api.anonymous.get('/members/confirm/?token=x')).status).toBe(404);
    await settings.update({ key: 'labs' }, { value: '{"members":true}' });
    expect((await api.integration.get('members/')).status).toBe(200);
  });
});

describe.each(['v5', 'canary'] as const)('the address of a member in %s', (version) => {
  const edit = (id: string, email: string) =>
    api.integration.in(version).put(`members/${id}/`, { members: [{ email }] });

  it('can be changed, with an event that has the former one', async () => {
    const { id } = await addMember(api.dataSource.manager, { email: 'old@x.io', note: 'n' });
    const response = await edit(id, ' New@x.io ');
    expect([response.status, response.one('members')]).toEqual([
      200,
      expect.objectContaining({ email: 'New@x.io', note: 'n' }),
    ]);
    expect((await outboxEvents('member.edited')).map(({ payload }) => payload)).toMatchObject([
      { current: { email: 'New@x.io' }, previous: { email: 'old@x.io' } },
    ]);
  });

  it('is not that of another member, and is a valid one', async () => {
    const { id, email } = await addMember(api.dataSource.manager);
    await addMember(api.dataSource.manager, { email: 'taken@x.io' });
    const contexts = { 'TAKEN@x.io': 'Email address is already member.', nope: expect.stringContaining('isEmail') };
    for (const [address, context] of Object.entries(contexts)) {
      const refused = await edit(id, address);
      expect([refused.status, refused.error.context]).toEqual([422, context]);
    }
    expect(await api.dataSource.manager.findOneByOrFail(Member, { id })).toMatchObject({ email });
    expect(await outboxEvents('member.edited')).toEqual([]);
  });

  it('gets newsletters even if mails to the former one failed, unless only upper and lower case differ', async () => {
    const failed = { email: 'failed@x.io', emailDisabled: true, emailFailures: 2 };
    const { id } = await addMember(api.dataSource.manager, failed);
    const stored = () => api.dataSource.manager.findOneByOrFail(Member, { id });
    await edit(id, 'Failed@x.io');
    expect(await stored()).toMatchObject({ ...failed, email: 'Failed@x.io' });
    await edit(id, 'works@x.io');
    expect(await stored()).toMatchObject({ email: 'works@x.io', emailDisabled: false, emailFailures: 0 });
  });
});

describe('a complimentary plan (section C)', () => {
  it('starts and ends with `comped`, once', async () => {
    const added = await api.integration.post('members/', { members: [{ email: 'c@x.io', comped: true }] });
    const path = `members/${String(added.one('members').id)}/`;
    const plansOf = async (): Promise<unknown> => (await api.integration.get(path)).one('members').payment;
    expect(await plansOf()).toMatchObject({
      subscriptions: [{ status: 'active', plan: { nickname: 'Complimentary', amount: 0 } }],
    });
    await api.integration.put(path, { members: [{ comped: true }] });
    expect(await api.dataSource.getRepository(MemberSubscription).count()).toBe(1);
    await api.integration.put(path, { members: [{ comped: false }] });
    expect(await plansOf()).toMatchObject({ subscriptions: [{ status: 'canceled' }] });
    await api.integration.put(path, { members: [{ comped: true }] });
    expect(await plansOf()).toMatchObject({ subscriptions: [{ status: 'canceled' }, { status: 'active' }] });
  });

  it('cannot be written as a list of subscriptions', async () => {
    const payment = { subscriptions: [{ id: 'x', status: 'active' }] };
    const added = await api.integration.post('members/', { members: [{ email: 'd@x.io', payment }] });
    expect(added.status).toBe(201);
    expect(await api.dataSource.getRepository(MemberSubscription).count()).toBe(0);
  });
});

describe('the welcome mail', () => {
  it.each(['signin', 'signup', 'subscribe'] as const)('has the requested type: %s', async (emailType) => {
    const path = `members/?send_email=true&email_type=${emailType}`;
    expect((await api.integration.post(path, { members: [{ email: 'mail@x.io' }] })).status).toBe(201);
    const [outboxEvent] = await outboxEvents('mail.requested');
    const mail = openMail(outboxEvent?.payload as MailPayload, 'a-key-for-tests-that-is-long-enough!');
    expect(mail).toMatchObject({
      template: 'member-sign-in',
      to: 'mail@x.io',
      values: { emailType, url: expect.stringContaining(`${SITE_URL}/members/confirm/?token=`) },
    });
    expect(JSON.stringify(outboxEvent?.payload)).not.toContain('token=');
  });

  it('is sent only when requested, and only with a known type', async () => {
    await api.integration.post('members/?email_type=signup', { members: [{ email: 'quiet@x.io' }] });
    expect(await outboxEvents('mail.requested')).toEqual([]);
    const response = await api.integration.post('members/?send_email=true&email_type=bogus', {
      members: [{ email: 'e@x.io' }],
    });
    expect([response.status, await api.dataSource.getRepository(Member).count()]).toEqual([422, 1]);
  });
});

describe('POST /members/csv/', () => {
  const importCsv = (content: string, filename = 'm.csv', name = 'membersfile') =>
    postForm(api.integration, 'members/csv/', [{ name, filename, content, type: 'text/csv' }]);

  it('imports the columns of the header, quoted or not, with a byte order mark and CRLF', async () => {
    const response = await importCsv(
      '\uFEFF"E-mail address",Full name,Note,complimentary_plan\r\n' +
        'a@x.io,Anna,"with ""quotes"", a comma\r\nand a line",true\r\n' +
        '\r\n' +
        ' b@x.io , Bob ,,\r\n',
    );
    expect(response.status).toBe(201);
    expect(response.body).toEqual({ meta: { stats: { imported: 2, duplicates: 0, invalid: 0 } } });
    const members = await api.dataSource
      .getRepository(Member)
      .find({ order: { id: 'ASC' }, relations: { subscriptions: true } });
    expect(members).toMatchObject([
      {
        email: 'a@x.io',
        name: 'Anna',
        note: 'with "quotes", a comma\r\nand a line',
        subscriptions: [{ status: 'active' }],
      },
      { email: 'b@x.io', name: 'Bob', note: null, subscriptions: [] },
    ]);
    expect((await outboxEvents('member.added')).map(({ subjectId }) => subjectId)).toEqual(members.map(({ id }) => id));
  });

  it('reports the line of a malformed row and imports all others (D26)', async () => {
    const response = await importCsv(
      [
        'email,name,note',
        'one@x.io,One,',
        'broken,Two,',
        '"three@x.io,Three,never closed',
        'four@x.io,Four,',
        'five@x.io,Fi"ve,a quote in the middle',
        'six@x.io,"Six",',
        'seven@x.io,Seven,too,many,values',
        ',Eight,',
        `nine@x.io,${'x'.repeat(192)},`,
        'ten@x.io,Ten,nu\0ll',
        'ONE@x.io,Again,',
        'eleven@x.io,"Eleven","ok"',
        '',
      ].join('\n'),
    );
    expect(response.body.meta).toMatchObject({ stats: { imported: 4, duplicates: 1, invalid: 7 } });
    const { invalid } = response.body.meta as { invalid: { line: number; reason: string }[] };
    expect(invalid.map(({ line }) => line)).toEqual([3, 4, 6, 8, 9, 10, 11]);
    for (const { reason } of invalid) expect(reason).toMatch(/\w+/);
    const emails = await api.dataSource.getRepository(Member).find({ order: { id: 'ASC' } });
    expect(emails.map(({ email }) => email)).toEqual(['one@x.io', 'four@x.io', 'six@x.io', 'eleven@x.io']);
  });

  it('rejects a row with a name that an edit of the member would reject', async () => {
    const response = await importCsv('email,name\none@x.io,", One"\ntwo@x.io,"Two, Jr."\n');
    expect(response.body.meta).toMatchObject({
      stats: { imported: 1, duplicates: 0, invalid: 1 },
      invalid: [{ line: 2, reason: 'Validation (matches) failed for name' }],
    });
  });

  it('rejects a row with a date that it cannot parse, and uses the current time for a missing date', async () => {
    const wrong = [
      'yesterday',
      '2020-02-31',
      '31.02.2020',
      '12000-01-01',
      '+012000-01-01T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      '0000-01-01',
    ];
    const response = await importCsv(
      `email,created_at\n${['13.01.2020', '', 'undefined', ...wrong].map((date, index) => `d${index}@x.io,${date}\n`).join('')}`,
    );
    expect(response.body).toEqual({
      meta: {
        stats: { imported: 3, duplicates: 0, invalid: 7 },
        invalid: wrong.map((date, index) => ({
          line: index + 5,
          reason: `The value "${date}" of created_at is not a date such as 2020-01-31.`,
        })),
      },
    });
    const [dated, ...undated] = await api.dataSource.getRepository(Member).find({ order: { email: 'ASC' } });
    expect(dated?.createdAt.toISOString()).toBe('2020-01-13T00:00:00.000Z');
    for (const { createdAt, updatedAt } of undated) expect(createdAt).toEqual(updatedAt);
  });

  it('stores the current time for a date in the future, because newsletters go to members created before them', async () => {
    const response = await importCsv('email,created_at\nfuture@x.io,2099-01-02\n');
    expect(response.body.meta).toMatchObject({ stats: { imported: 1 } });
    const [member] = await api.dataSource.manager.find(Member);
    expect(member?.createdAt).toEqual(member?.updatedAt);
  });

  it('joins a label once if a row names it twice, also in the event', async () => {
    await importCsv('email,labels\ntwice@example.com,"Twice,twice,Other"\n');
    const events = await outboxEvents('member.added');
    expect(
      events.map(({ payload }) => Object(payload).current.labels.map(({ name }: { name: string }) => name)),
    ).toEqual([['Twice', 'Other']]);
  });

  it('reads a date without an offset in UTC, whatever the time zone of the server', async () => {
    await importCsv('email,created_at\na@x.io,2020-01-02 00:30:00\nb@x.io,2020-01-02T00:30\n');
    const members = await api.dataSource.manager.find(Member);
    expect(members.map(({ createdAt }) => createdAt.toISOString())).toEqual([
      '2020-01-02T00:30:00.000Z',
      '2020-01-02T00:30:00.000Z',
    ]);
  });

  it('always reads the first line as the header', async () => {
    const response = await importCsv('a@x.io\nb@x.io\n');
    expect(response.body.meta).toMatchObject({ stats: { imported: 0, duplicates: 0, invalid: 1 } });
  });

  it.each([';', '\t'])('accepts the separator %j if the header uses it', async (separator) => {
    const lines = [
      ['email', '"Full, name"', 'note'],
      ['a@x.io', '"An;na"', 'x'],
      ['b@x.io', 'Bob, junior', '"two\nlines"'],
    ];
    const response = await importCsv(`\n${lines.map((values) => values.join(separator)).join('\r\n')}\r\n`);
    // Here the first line has a comma inside of a quoted title, so the separator is the comma.
    expect(response.body.meta).toMatchObject({ stats: { imported: 0 } });
    const plain = await importCsv(
      lines.map((values) => values.join(separator).replace('Full, name', 'Name')).join('\n'),
    );
    expect(plain.body).toEqual({ meta: { stats: { imported: 2, duplicates: 0, invalid: 0 } } });
    const members = await api.dataSource.getRepository(Member).find({ order: { email: 'ASC' } });
    expect(members.map(({ email, name, note }) => [email, name, note])).toEqual([
      ['a@x.io', 'An;na', 'x'],
      ['b@x.io', 'Bob, junior', 'two\nlines'],
    ]);
  });

  it('reports a missing e-mail column once', async () => {
    const response = await importCsv(`name,note\n${'Anna,x\n'.repeat(50)}`);
    expect([response.status, response.body]).toEqual([
      201,
      {
        meta: {
          stats: { imported: 0, duplicates: 0, invalid: 50 },
          invalid: [
            {
              line: 1,
              reason:
                'The file has no column for e-mail addresses. The header must contain the titles of the columns, such as email,name,note. The header of this file is "name,note".',
            },
          ],
        },
      },
    ]);
  });

  it('reports a missing e-mail column in the line of the header', async () => {
    const { body } = await importCsv('\n \r\nname,note\nAnna,x\n');
    expect(body).toMatchObject({ meta: { invalid: [{ line: 3, reason: expect.stringContaining('"name,note"') }] } });
  });

  it('reads a header with line breaks in quoted titles', async () => {
    const file = '"Work\ne-mail","Full\nname",note\na@x.io,Anna,"two\nlines"\nwrong,Bob,\n';
    const { body } = await importCsv(file);
    expect(body).toMatchObject({
      meta: { stats: { imported: 1, duplicates: 0, invalid: 1 }, invalid: [{ line: 6, reason: expect.any(String) }] },
    });
    const members = await api.dataSource.getRepository(Member).find();
    expect(members.map(({ email, name, note }) => [email, name, note])).toEqual([['a@x.io', 'Anna', 'two\nlines']]);
  });

  it('does not read members as a part of the header after a quote that is not closed', async () => {
    const { body } = await importCsv('email,"name\na@x.io,Anna,"\nb@x.io,Bob\n');
    expect(body).toMatchObject({ meta: { stats: { imported: 0, duplicates: 0, invalid: 2 }, invalid: [{ line: 1 }] } });
  });

  it.each(['', '\n\n', '\uFEFF', ' \r\n\t'])('rejects an empty file: %j', async (content) => {
    const response = await importCsv(content);
    expect([response.status, response.error]).toEqual([
      422,
      expect.objectContaining({
        message: 'The file is empty.',
        property: 'membersfile',
        help: expect.stringContaining('email,name,note'),
      }),
    ]);
  });

  it('imports no member from a file with only a header, such as the export of a site without members', async () => {
    const response = await importCsv('email,name,note\n');
    expect([response.status, response.body]).toEqual([
      201,
      { meta: { stats: { imported: 0, duplicates: 0, invalid: 0 } } },
    ]);
  });

  it('imports a file of more than a megabyte', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `member-${index}@x.io,Member ${index},${'n'.repeat(60)}`);
    const response = await importCsv(['email,name,note', ...rows, rows[0]].join('\n'));
    expect(response.body).toEqual({ meta: { stats: { imported: 20_000, duplicates: 1, invalid: 0 } } });
    const exported = await api.integration.get('members/csv/');
    expect(exported.text.split('\r\n')).toHaveLength(20_002);
  });

  it('rejects a form without a CSV file', async () => {
    const wrongType = await importCsv('email\nx@x.io\n', 'm.txt');
    expect([wrongType.status, wrongType.error.message, wrongType.error.context]).toEqual([
      415,
      'An error occurred',
      null,
    ]);
    const noFile = await api.integration.post('members/csv/', {});
    expect([noFile.status, noFile.error.message]).toEqual([422, 'An error occurred']);
    expect((await importCsv('email\nx@x.io\n', 'm.csv', 'file')).status).toBe(422);
    const author = await postForm(await api.as('Editor'), 'members/csv/', []);
    expect(author.status).toBe(403);
  });
});

describe('GET /members/csv/', () => {
  it('exports all members by default, quoted by RFC 4180, with ISO dates (D25)', async () => {
    const { manager } = api.dataSource;
    const carol = await addMember(manager, { email: 'carol@x.io', name: 'Carol', note: 'comma, "quote"\nline' });
    for (let index = 0; index < 20; index += 1) await addMember(manager, { note: null });
    const response = await api.integration.get('members/csv/');
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toMatch(/^Attachment; filename="members\.\d{4}-\d\d-\d\d\.csv"$/);
    expect(response.text.split('\r\n').slice(0, 2)).toEqual([
      'id,email,name,note,created_at,deleted_at',
      `${carol.id},carol@x.io,Carol,"comma, ""quote""\nline",2020-01-01T00:00:00.000Z,`,
    ]);
    expect(response.text.trimEnd().split('\r\n')).toHaveLength(22);
    expect((await api.integration.get('members/csv/?limit=3')).text.trimEnd().split('\r\n')).toHaveLength(4);
    expect((await api.integration.get('members/csv/?limit=all')).text).toBe(response.text);
    expect((await api.integration.get('members/csv/?search=carol')).status).toBe(422);
  });

  it('exports no formulas for spreadsheets, and an import restores the exported values', async () => {
    const { manager } = api.dataSource;
    const names = ['=1+1', '+x', '-x', '@x', "'=x", "''@y", "O'Brien", '\tx', 'plain', ' =z'];
    for (const name of names) await addMember(manager, { name, note: `=${name}` });
    await addMember(manager, { name: 'Paid', isPaid: true });
    const { text } = await api.integration.get('members/csv/');
    expect(text).not.toMatch(/(^|[,\n])"?[=+\-@\t]/m);
    const before = await manager.find(Member, { order: { id: 'ASC' } });

    await api.dataSource.query('delete from publishing.members');
    const again = await postForm(api.integration, 'members/csv/', [
      { name: 'membersfile', filename: 'm.csv', content: text, type: 'text/csv' },
    ]);
    expect(again.body.meta).toEqual({ stats: { imported: 11, duplicates: 0, invalid: 0 } });
    const after = await manager.find(Member, { order: { id: 'ASC' } });
    const exported = ({ email, name, note, createdAt }: Member) => ({ email, name: name?.trim(), note, createdAt });
    expect(after.map(exported)).toEqual(before.map(exported));
    expect(await manager.countBy(MemberSubscription, { status: 'active' })).toBe(1);
  });
});
