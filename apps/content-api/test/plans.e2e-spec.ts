import { Setting } from '@almanac/entities';
import { startTestService, type TestService } from './service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('tiers and the newsletter, for readers', () => {
  it.each([
    [{ secret_token: 'sk', public_token: 'pk' }, ['free', 'paid']],
    [{ secret_token: 'sk', public_token: '' }, ['free']],
    [{ secret_token: null, public_token: null }, ['free']],
    [{}, ['free']],
  ])('list the paid tier of a payment provider with both keys: %j', async (config, expected) => {
    const value = JSON.stringify({ isPaid: false, paymentProcessors: [{ adapter: 'stripe', config }] });
    await service.source.manager.update(Setting, { key: 'members_subscription_settings' }, { value });
    // The unknown parameter is different in each case, so that no response is cached.
    const path = `v5/content/tiers/?order=slug%20asc&case=${encodeURIComponent(value)}`;
    const { tiers } = Object((await service.get(path)).body) as { tiers: object[] };
    expect(tiers).toEqual(expected.map((slug) => expect.objectContaining({ slug })));
  });

  it('are listed and read, without what concerns staff', async () => {
    const { manager } = service.source;
    const config = { plans: [{ interval: 'month', currency: 'usd', amount: 700 }], secret_token: 'sk_secret' };
    const value = JSON.stringify({ isPaid: true, paymentProcessors: [{ adapter: 'stripe', config }] });
    await manager.update(Setting, { key: 'members_subscription_settings' }, { value });
    const tiers = await service.get('v5/content/tiers/?include=monthly_price,yearly_price,benefits&limit=all');
    expect(tiers.body).toMatchObject({
      tiers: [{ type: 'free' }, { type: 'paid', monthly_price: 700, currency: 'USD' }],
    });
    expect(JSON.stringify(tiers.body)).not.toContain('sk_secret');
    const newsletters = await service.get('v5/content/newsletters/');
    expect(newsletters.body).toMatchObject({ newsletters: [{ name: 'Almanac', status: 'active' }] });
    expect(JSON.stringify(newsletters.body)).not.toContain('sender');
    expect((await service.get('v5/content/newsletters/slug/default-newsletter/')).status).toBe(200);
    expect((await service.get('v3/content/tiers/')).status).toBe(404);
  });
});
