import { Member, PublishingOutboxEvent } from '@almanac/entities';
import { addLabel, addMember } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

let api: AdminApiUnderTest;
let caller: Caller;
beforeAll(async () => {
  api = await startAdminApi();
  caller = api.integration.in('v5');
});
afterAll(() => api.close());
beforeEach(() => api.dataSource.query('truncate publishing.members, publishing.labels, publishing.outbox cascade'));

describe('PUT members/bulk/', () => {
  const edit = (query: string, action: string, meta: object = {}): Promise<ApiResponse> =>
    caller.put(`members/bulk/${query}`, { bulk: { action, meta } });
  const statsOf = ({ body }: ApiResponse): unknown => (body.bulk as { meta: { stats: unknown } }).meta.stats;

  it('adds and removes a label, and unsubscribes, with the event of each member', async () => {
    const { manager } = api.dataSource;
    const members = [await addMember(manager), await addMember(manager), await addMember(manager)];
    const label = await addLabel(manager, { name: 'Old', members: members.slice(0, 1) });
    expect(statsOf(await edit('?all=true', 'addLabel', { label: { id: label.id } }))).toEqual({
      successful: 3,
      unsuccessful: 0,
    });
    expect((await caller.get('members/?filter=label:' + label.slug)).list('members')).toHaveLength(3);
    expect(await manager.countBy(PublishingOutboxEvent, { event: 'member.edited' })).toBe(2);
    expect(statsOf(await edit('?filter=label:new', 'addLabel', { label: { name: 'New' } }))).toMatchObject({
      successful: 0,
    });
    const id = members[0]?.id ?? '';
    expect(statsOf(await edit(`?filter=id:${id}`, 'removeLabel', { label: { name: 'old' } }))).toMatchObject({
      successful: 1,
    });
    const again = await edit(`?filter=id:${id}`, 'removeLabel', { label: { id: label.id } });
    expect(again.body.bulk).toMatchObject({
      meta: { stats: { successful: 0, unsuccessful: 1 }, errors: [{ id }], unsuccessfulData: [{ id }] },
    });
    await edit('?filter=status:free', 'unsubscribe');
    expect(await manager.countBy(Member, { subscribed: false })).toBe(3);
  });

  it('removes a label of a member who has more labels than a request may add', async () => {
    const { manager } = api.dataSource;
    const member = await addMember(manager);
    for (let count = 0; count < 102; count += 1) await addLabel(manager, { members: [member] });
    const read = (await caller.get(`members/${member.id}/`)).list('members')[0] as { labels: { id: string }[] };
    expect(read.labels).toHaveLength(102);
    const label = { id: read.labels[0]?.id };
    expect(statsOf(await edit(`?filter=id:${member.id}`, 'removeLabel', { label }))).toMatchObject({ successful: 1 });
    const other = { name: 'One more' };
    expect(statsOf(await edit(`?filter=id:${member.id}`, 'addLabel', { label: other }))).toMatchObject({
      successful: 0,
    });
  });

  it.each([
    ['', { bulk: { action: 'unsubscribe' } }],
    ['?all=true', { bulk: { action: 'addLabel' } }],
    ['?all=true', { bulk: { action: 'feature' } }],
    ['?all=true', {}],
    ['?all=yes', { bulk: { action: 'unsubscribe' } }],
  ])('rejects %p with %j', async (query, body) => {
    expect((await caller.put(`members/bulk/${query}`, body)).status).toBe(422);
  });

  it('deletes by a filter', async () => {
    const { manager } = api.dataSource;
    await addMember(manager, { email: 'gone@x.io' });
    await addMember(manager, { email: 'kept@x.io' });
    expect((await caller.delete("members/?filter=email:'gone@x.io'")).body.bulk).toMatchObject({
      meta: { stats: { successful: 1, unsuccessful: 0 } },
    });
    expect((await manager.find(Member)).map(({ email }) => email)).toEqual(['kept@x.io']);
    expect(await manager.countBy(PublishingOutboxEvent, { event: 'member.deleted' })).toBe(1);
    expect((await caller.delete('members/')).status).toBe(422);
    expect(await manager.count(Member)).toBe(1);
  });

  it('selects only the members that `search` finds, alone and with a filter or `all`', async () => {
    const { manager } = api.dataSource;
    for (const name of ['Jane', 'Janet', 'Ada']) await addMember(manager, { name, email: `${name}@x.io` });
    expect(statsOf(await edit('?search=jane&filter=name:-Janet', 'unsubscribe'))).toMatchObject({ successful: 1 });
    expect(await manager.findBy(Member, { subscribed: false })).toMatchObject([{ name: 'Jane' }]);
    expect(statsOf(await caller.delete('members/?search=janet'))).toMatchObject({ successful: 1 });
    for (const search of ['search=a&search=b', 'search=%20'])
      expect((await caller.delete(`members/?all=true&${search}`)).status).toBe(422);
    expect(statsOf(await caller.delete('members/?all=true&search=jane'))).toMatchObject({ successful: 1 });
    expect(await manager.find(Member)).toMatchObject([{ name: 'Ada' }]);
  });
});

describe('members/stats/', () => {
  it('counts members by day, revenue by currency, and subscriptions by status', async () => {
    const { manager } = api.dataSource;
    const today = new Date();
    const yesterday = new Date(today.getTime() - 86_400_000);
    await addMember(manager, { createdAt: new Date('2020-01-01') });
    await addMember(manager, { createdAt: yesterday, isPaid: true });
    const paying = await addMember(manager, {
      createdAt: today,
      isPaid: true,
      providerStatuses: ['active', 'canceled'],
    });
    await manager.query(
      `update publishing.member_subscriptions set plan_amount = 6000, plan_interval = 'year', plan_currency = 'EUR'
       where member_id = $1 and provider = 'stripe'`,
      [paying.id],
    );
    const { body } = await caller.get('members/stats/count/');
    const data = body.data as object[];
    expect([body.total, data.length]).toEqual([3, 91]);
    expect([data[0], data.at(-2), data.at(-1)]).toMatchObject([
      { free: 1, paid: 0, comped: 0 },
      { date: yesterday.toISOString().slice(0, 10), free: 1, paid: 0, comped: 1 },
      { free: 1, paid: 1, comped: 1 },
    ]);
    expect((await caller.get('members/stats/mrr/')).body.data).toMatchObject([
      { currency: 'eur', data: [{ value: 500 }] },
    ]);
    expect((await caller.get('members/stats/subscriptions/')).body.data).toEqual([
      { status: 'active', count: 3 },
      { status: 'canceled', count: 1 },
    ]);
  });

  it('convert weekly and daily prices to a month, and add large amounts', async () => {
    const { manager } = api.dataSource;
    const plans = [
      ['week', 300, 'usd'],
      ['day', 12, 'usd'],
      ['year', 4950, 'eur'],
      ['month', 2_000_000_000, 'idr'],
      ['month', 2_000_000_000, 'idr'],
    ] as const;
    for (const [interval, amount, currency] of plans) {
      const { id } = await addMember(manager, { providerStatuses: ['active'] });
      await manager.query(
        `update publishing.member_subscriptions set plan_amount = $2, plan_interval = $3, plan_currency = $4
         where member_id = $1`,
        [id, amount, interval, currency],
      );
    }
    expect((await caller.get('members/stats/mrr/')).body.data).toMatchObject([
      { currency: 'eur', data: [{ value: 413 }] },
      { currency: 'idr', data: [{ value: 4_000_000_000 }] },
      { currency: 'usd', data: [{ value: 1_665 }] },
    ]);
  });

  it('count a member with a date in the future today', async () => {
    await addMember(api.dataSource.manager, { createdAt: new Date(Date.now() + 5 * 86_400_000) });
    const { body } = await caller.get('members/stats/count/');
    expect([body.total, (body.data as object[]).at(-1)]).toMatchObject([1, { free: 1 }]);
  });

  it('are empty without members', async () => {
    expect((await caller.get('members/stats/count/')).body).toMatchObject({ total: 0 });
    expect((await caller.get('members/stats/mrr/')).body.data).toEqual([]);
    expect((await caller.get('members/events/')).body).toMatchObject({ events: [] });
  });
});

describe('GET members/:id/signin_urls/', () => {
  it('gives the owner a link that signs the member in once', async () => {
    const { id } = await addMember(api.dataSource.manager);
    const owner = api.owner.in('v5');
    const [link] = (await owner.get(`members/${id}/signin_urls/`)).list('member_signin_urls');
    expect(link).toEqual({ member_id: id, url: expect.stringMatching(/\/members\/\?token=.+&action=signin$/) });
    const path = String(link?.url).replace(/^https?:\/\/[^/]+/, '');
    const first = await api.anonymous.get(path);
    expect(first.headers['set-cookie']).toBeDefined();
    const second = await api.anonymous.get(path);
    expect(second.headers['set-cookie']).toBeUndefined();
    const mails = await api.dataSource.manager.countBy(PublishingOutboxEvent, { event: 'mail.requested' });
    expect(mails).toBe(0);
  });
});
