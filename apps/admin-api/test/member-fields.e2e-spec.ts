import { Member, MemberSubscription, PublishingOutboxEvent } from '@almanac/entities';
import { addLabel, addMember } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { Caller } from './caller';
import { postForm } from './multipart';

let api: AdminApiUnderTest;
let caller: Caller;
beforeAll(async () => {
  api = await startAdminApi();
  caller = api.integration.in('v5');
});
afterAll(() => api.close());
beforeEach(() => api.dataSource.query('truncate publishing.members, publishing.labels, publishing.outbox cascade'));

const DETAILS = 'include=uuid,tiers,attribution,unsubscribe_url';

const member = async (id: string): Promise<Record<string, unknown>> =>
  (await caller.get(`members/${id}/?${DETAILS}`)).one('members');
/** The label of an import. */
const IMPORT = expect.objectContaining({ name: expect.stringMatching(/^Import \d{4}-\d\d-\d\d \d\d:\d\d$/) });
const edit = async (id: string, fields: object): Promise<Record<string, unknown>> =>
  (await caller.put(`members/${id}/`, { members: [fields] })).one('members');

describe('a member of the newest version', () => {
  it('has what clients of Ghost 5 expect', async () => {
    const { id } = await addMember(api.dataSource.manager, { name: 'Anna', isPaid: true });
    expect(await member(id)).toMatchObject({
      uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-3[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      subscribed: true,
      status: 'comped',
      comped: true,
      labels: [],
      tiers: [{ type: 'paid', slug: 'paid' }],
      newsletters: [{ name: 'Almanac', status: 'active' }],
      subscriptions: [{ customer: { name: 'Anna' }, price: { nickname: 'Complimentary', amount: 0 } }],
    });
    expect(await member(id)).toMatchObject({
      avatar_image: '',
      unsubscribe_url: expect.stringMatching(/^http.*\/members\/unsubscribe\/\?token=[\w-]+$/),
    });
    const { unsubscribe_url: address } = await member(id);
    const page = await api.anonymous.post(new URL(String(address)).pathname + new URL(String(address)).search, {});
    expect([page.status, (await member(id)).subscribed]).toEqual([200, false]);
    const [listed] = (await caller.get(`members/?${DETAILS}`)).list('members');
    expect(listed).toEqual(await member(id));
    expect((await caller.get('members/?fields=name')).list('members')).toEqual([{ name: 'Anna' }]);
  });

  it.each([
    [[], false, 'free'],
    [['canceled'], false, 'free'],
    [['active'], false, 'paid'],
    [['active'], true, 'paid'],
    [[], true, 'comped'],
  ] as const)('with the subscriptions %j, complimentary %p, is %s', async (providerStatuses, isPaid, status) => {
    const { id } = await addMember(api.dataSource.manager, { providerStatuses, isPaid });
    expect(await member(id)).toMatchObject({ status, comped: isPaid });
    const found = async (filter: string): Promise<number> =>
      (await caller.get(`members/?filter=status:${filter}`)).list('members').length;
    expect([await found('free'), await found('paid'), await found('comped')]).toEqual([
      status === 'free' ? 1 : 0,
      status === 'free' ? 0 : 1,
      status === 'comped' ? 1 : 0,
    ]);
    const { meta } = (await caller.get('members/?filter=status:comped')).body;
    expect(meta).toMatchObject({ pagination: { total: status === 'comped' ? 1 : 0 } });
  });

  it('can be sent back as it was read, and does not change', async () => {
    const { manager } = api.dataSource;
    const paying = await addMember(manager, { providerStatuses: ['active'] });
    const given = await addMember(manager, { isPaid: true, subscribed: false });
    await addLabel(manager, { members: [paying, given] });
    for (const { id } of [paying, given]) {
      const response = await caller.put(`members/${id}/`, { members: [await member(id)] });
      expect(response.status).toBe(200);
    }
    expect(await manager.countBy(PublishingOutboxEvent, { event: 'member.edited' })).toBe(0);
  });

  it('is unsubscribed by `subscribed` and by the list of newsletters, also in a whole member', async () => {
    const { id } = await addMember(api.dataSource.manager);
    const read = await member(id);
    expect(await edit(id, { ...read, subscribed: false })).toMatchObject({ subscribed: false, newsletters: [] });
    const unsubscribed = await member(id);
    const { newsletters } = read;
    expect(await edit(id, { ...unsubscribed, newsletters })).toMatchObject({ subscribed: true, newsletters });
    expect(await edit(id, { ...read, newsletters: [] })).toMatchObject({ subscribed: false });
    expect(await edit(id, { subscribed: true })).toMatchObject({ subscribed: true });
    const unknown = await caller.put(`members/${id}/`, { members: [{ newsletters: [{ id: 'f'.repeat(24) }] }] });
    expect([unknown.status, unknown.error.property]).toEqual([422, 'newsletters']);
  });

  it('gets and loses a complimentary plan by the list of tiers', async () => {
    const { id } = await addMember(api.dataSource.manager);
    const read = await member(id);
    expect(await edit(id, { ...read, tiers: [{ slug: 'paid' }] })).toMatchObject({ status: 'comped', comped: true });
    expect(await edit(id, { ...(await member(id)), tiers: [] })).toMatchObject({ status: 'free', comped: false });
    expect(await edit(id, { ...read, comped: true })).toMatchObject({ status: 'comped' });
    const unknown = await caller.put(`members/${id}/`, { members: [{ tiers: [{ slug: 'gold' }] }] });
    expect([unknown.status, unknown.error.property]).toEqual([422, 'tiers']);
    const paying = await addMember(api.dataSource.manager, { providerStatuses: ['active'] });
    const refused = await caller.put(`members/${paying.id}/`, { members: [{ tiers: [] }] });
    expect([refused.status, refused.error.property]).toEqual([422, 'tiers']);
    expect(await api.dataSource.manager.countBy(MemberSubscription, { memberId: paying.id, status: 'active' })).toBe(1);
  });

  it.each([{ geolocation: 'Lisbon' }, { stripe_customer_id: 'cus_1' }, { last_seen_at: '2026-01-01T00:00:00.000Z' }])(
    'is rejected with %j, which is not stored',
    async (field) => {
      const response = await caller.post('members/', { members: [{ email: 'a@x.io', ...field }] });
      expect(response.status).toBe(422);
    },
  );

  it('can be unsubscribed in v3, and filtered by it', async () => {
    const v3 = api.integration;
    const added = await v3.post('members/', { members: [{ email: 'a@x.io', subscribed: false }] });
    expect(added.status).toBe(201);
    expect(added.one('members')).not.toHaveProperty('subscribed');
    await addMember(api.dataSource.manager, { email: 'b@x.io' });
    const emails = async (filter: string): Promise<unknown> =>
      (await caller.get(`members/?filter=${filter}`)).list('members').map(({ email }) => email);
    expect(await emails('subscribed:false')).toEqual(['a@x.io']);
    expect(await emails('subscribed:true')).toEqual(['b@x.io']);
    // The editor of Ghost 3 counts the members who would get a mail.
    const found = await v3.get('members/?limit=1&filter=subscribed:true');
    expect(found.list('members').map(({ email }) => email)).toEqual(['b@x.io']);
  });
});

describe('the CSV file of members', () => {
  const importCsv = (content: string): ReturnType<typeof postForm> =>
    postForm(caller, 'members/csv/', [{ name: 'membersfile', filename: 'm.csv', content, type: 'text/csv' }]);

  it('takes labels, subscription, plan, note and date', async () => {
    await addLabel(api.dataSource.manager, { name: 'Old' });
    const response = await importCsv(
      [
        'email,name,note,subscribed_to_emails,complimentary_plan,created_at,labels',
        'a@x.io,Anna,n,false,true,2020-01-02T03:04:05.000Z,"old, New"',
        'b@x.io,Bob,,true,,,',
        'c@x.io,Carol,,,,,"New,""a, b"""',
        `d@x.io,Dora,,,,,"${Array.from({ length: 101 }, (_, index) => index).join(',')}"`,
      ].join('\n'),
    );
    expect(response.body.meta).toEqual({
      stats: { imported: 3, duplicates: 0, invalid: 1 },
      import_label: IMPORT,
      columns_left_out: [],
      invalid: [{ line: 5, reason: 'The row has more than 99 labels.' }],
    });
    const members = (await caller.get('members/?order=email')).list('members');
    expect(members).toMatchObject([
      {
        name: 'Anna',
        note: 'n',
        subscribed: false,
        status: 'comped',
        created_at: '2020-01-02T03:04:05.000Z',
        labels: [{ name: 'Old' }, { name: 'New' }, IMPORT],
      },
      { name: 'Bob', subscribed: true, status: 'free', labels: [IMPORT] },
      { name: 'Carol', subscribed: true, labels: [{ name: 'New' }, { name: 'a, b' }, IMPORT] },
    ]);
    const events = await api.dataSource.manager.findBy(PublishingOutboxEvent, { event: 'member.added' });
    const anna = events.find(({ subjectId }) => subjectId === members[0]?.id);
    expect(anna?.payload.current).toMatchObject({
      status: 'comped',
      subscribed: false,
      labels: [{ name: 'Old' }, { name: 'New' }, IMPORT],
      subscriptions: [{ provider: 'complimentary', status: 'active' }],
    });
    expect(await api.dataSource.manager.countBy(PublishingOutboxEvent, { event: 'label.added' })).toBe(3);
  });

  it.each(['v3', 'v5', 'canary'] as const)('exported by %s is restored by an import', async (version) => {
    const { manager } = api.dataSource;
    const anna = await addMember(manager, { email: 'a@x.io', subscribed: false, isPaid: true });
    const bob = await addMember(manager, { email: 'b@x.io', note: null });
    await addLabel(manager, { name: '=1, "2"', members: [anna, bob] });
    await addLabel(manager, { name: 'plain', members: [anna] });
    const read = async (): Promise<unknown> =>
      (await caller.get('members/?order=email')).list('members').map(({ email, subscribed, comped, labels }) => {
        const names = (labels as { name: string }[])
          .map(({ name }) => name)
          .filter((name) => !name.startsWith('Import '));
        return { email, subscribed, comped, names };
      });
    const before = await read();
    const { text } = await api.integration.in(version).get('members/csv/');
    await manager.createQueryBuilder().delete().from(Member).execute();
    expect((await importCsv(text)).body.meta).toEqual({
      stats: { imported: 2, duplicates: 0, invalid: 0 },
      import_label: IMPORT,
      columns_left_out: expect.any(Array),
    });
    expect(await read()).toEqual(before);
  });

  it('quotes the id of a customer like other texts', async () => {
    const { manager } = api.dataSource;
    const { id } = await addMember(manager, { email: 'a@x.io', isPaid: true });
    await manager.update(MemberSubscription, { memberId: id }, { providerCustomerId: '=cus,1' });
    const { text } = await caller.get('members/csv/');
    expect(text).toContain(`,"'=cus,1",`);
  });

  it('has the columns of Ghost 5 in the newest version', async () => {
    const { text } = await caller.get('members/csv/');
    expect(text).toBe(
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\r\n',
    );
  });
});
