import { PublishingOutboxEvent, Setting } from '@almanac/entities';
import { addMember } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { Caller } from './caller';

let api: AdminApiUnderTest;
let caller: Caller;
beforeAll(async () => {
  api = await startAdminApi();
  caller = api.integration.in('v5');
});
afterAll(() => api.close());

const setPlans = (settings: object | string): Promise<unknown> =>
  api.dataSource.manager.update(
    Setting,
    { key: 'members_subscription_settings' },
    { value: typeof settings === 'string' ? settings : JSON.stringify(settings) },
  );
const provider = (config: object): object => ({ isPaid: true, paymentProcessors: [{ adapter: 'stripe', config }] });

describe('tiers', () => {
  afterEach(() => setPlans(provider({})));

  it('are the free one, and the paid one with its prices while members can pay', async () => {
    await setPlans({ isPaid: false, paymentProcessors: [] });
    expect((await caller.get('tiers/')).list('tiers')).toMatchObject([
      {
        name: 'Free',
        slug: 'free',
        type: 'free',
        active: true,
        visibility: 'public',
        monthly_price: null,
        benefits: [],
      },
    ]);
    const plans = [
      { name: 'Monthly', currency: 'eur', interval: 'month', amount: '500' },
      { name: 'Yearly', currency: 'eur', interval: 'year', amount: 5000 },
    ];
    await setPlans(provider({ plans }));
    const paid = { slug: 'paid', currency: 'EUR', monthly_price: 500, yearly_price: 5000, trial_days: 0 };
    expect(
      (await caller.get('tiers/?filter=type:paid%2Bactive:true&include=monthly_price')).list('tiers'),
    ).toMatchObject([paid]);
    const [, listed] = (await caller.get('tiers/')).list('tiers');
    expect((await caller.get(`tiers/${String(listed?.id)}/`)).one('tiers')).toEqual(listed);
    expect((await caller.get('tiers/slug/paid/?fields=slug')).one('tiers')).toEqual({ slug: 'paid' });
    expect((await caller.get('tiers/?limit=1&page=2')).body).toMatchObject({
      tiers: [paid],
      meta: { pagination: { total: 2, pages: 2 } },
    });
  });

  it.each(['', 'nonsense', '[]', '{"isPaid":"yes"}', '{"paymentProcessors":{"config":1}}'])(
    'survive the setting %p',
    async (setting) => {
      await setPlans(setting);
      expect((await caller.get('tiers/')).list('tiers').map(({ slug }) => slug)).toEqual(['free']);
    },
  );

  it('have no price where the setting has no number', async () => {
    await setPlans(provider({ plans: [{ interval: 'month', amount: '99999999999999' }] }));
    expect((await caller.get('tiers/slug/paid/')).one('tiers')).toMatchObject({ monthly_price: null, currency: null });
  });

  it('cannot be added or edited', async () => {
    const [{ id } = {}] = (await caller.get('tiers/')).list('tiers');
    const responses = [
      await caller.post('tiers/', { tiers: [{ name: 'Gold' }] }),
      await caller.put(`tiers/${String(id)}/`, { tiers: [{ name: 'Gold' }] }),
    ];
    expect(responses.map(({ status, error }) => [status, error.type])).toEqual(Array(2).fill([422, 'ValidationError']));
  });
});

describe('the newsletter', () => {
  it('is not changed by the values that it has before its first edit', async () => {
    const [newsletter] = (await caller.get('newsletters/')).list('newsletters');
    const path = `newsletters/${String(newsletter?.id)}/`;
    for (const fields of [{ name: 'Almanac' }, { description: null }, { description: '' }, { ...newsletter }]) {
      expect((await caller.put(path, { newsletters: [fields] })).one('newsletters')).toEqual(newsletter);
    }
    expect(await api.dataSource.manager.countBy(PublishingOutboxEvent, { event: 'site.changed' })).toBe(0);
    expect(await api.dataSource.manager.countBy(Setting, { key: 'newsletter' })).toBe(0);
  });

  it('has the name of the site until it gets one, which members show', async () => {
    const [newsletter] = (await caller.get('newsletters/')).list('newsletters');
    expect(newsletter).toMatchObject({
      name: 'Almanac',
      description: null,
      slug: 'default-newsletter',
      status: 'active',
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const path = `newsletters/${String(newsletter?.id)}/`;
    const edited = await caller.put(path, {
      newsletters: [{ ...newsletter, name: 'Tides', description: 'On Fridays' }],
    });
    expect(edited.one('newsletters')).toEqual({
      ...newsletter,
      name: 'Tides',
      description: 'On Fridays',
      updated_at: expect.any(String),
    });
    expect((await caller.get('newsletters/slug/default-newsletter/')).one('newsletters')).toMatchObject({
      name: 'Tides',
    });
    const { id } = await addMember(api.dataSource.manager);
    expect((await caller.get(`members/${id}/`)).one('members').newsletters).toMatchObject([{ name: 'Tides' }]);
    const events = await api.dataSource.manager.findBy(PublishingOutboxEvent, { event: 'site.changed' });
    expect(events).toHaveLength(1);
    await caller.put(path, { newsletters: [{ name: 'Tides' }] });
    expect(await api.dataSource.manager.countBy(PublishingOutboxEvent, { event: 'site.changed' })).toBe(1);
    const owner = (await api.as('Owner')).in('v5');
    expect((await owner.get('settings/')).list('settings').map(({ key }) => key)).not.toContain('newsletter');
  });

  it('can be sent as it was read before another edit', async () => {
    const [newsletter] = (await caller.get('newsletters/')).list('newsletters');
    const path = `newsletters/${String(newsletter?.id)}/`;
    await caller.put(path, { newsletters: [{ description: 'On Mondays' }] });
    // Edits of the same millisecond would have the same time.
    await api.dataSource.manager.update(
      Setting,
      { key: 'newsletter' },
      { updatedAt: new Date('2030-01-01T00:00:00Z') },
    );
    const edited = await caller.put(path, { newsletters: [{ ...newsletter, description: 'On Tuesdays' }] });
    expect([edited.status, edited.error]).toEqual([200, {}]);
    expect(edited.one('newsletters')).toMatchObject({ description: 'On Tuesdays', updated_at: expect.any(String) });
  });

  it.each([
    [{ sender_name: 'The editors' }, 'sender_name'],
    [{ status: 'archived' }, 'status'],
    [{ unknown: 1 }, 'unknown'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(192) }, 'name'],
    [{ description: 1 }, 'description'],
  ])('rejects %j', async (fields, property) => {
    const response = await caller.put('newsletters/000000000000000000000e15/', { newsletters: [fields] });
    expect([response.status, response.error.property]).toEqual([422, property]);
  });

  it('is the only one', async () => {
    expect((await caller.post('newsletters/', { newsletters: [{ name: 'Two' }] })).status).toBe(422);
    expect((await caller.get(`newsletters/${'f'.repeat(24)}/`)).status).toBe(404);
  });
});

describe('offers', () => {
  it('are an empty list', async () => {
    expect((await caller.get('offers/?limit=5')).body).toEqual({
      offers: [],
      meta: { pagination: { page: 1, limit: 5, pages: 1, total: 0, next: null, prev: null } },
    });
    expect((await caller.in('v3').get('offers/')).status).toBe(404);
  });
});
