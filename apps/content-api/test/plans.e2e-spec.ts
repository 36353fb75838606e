import { Setting } from '@almanac/entities';
import { startTestService, type TestService } from './service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('tiers and the newsletter, for readers', () => {
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
