import { Member, PublishingOutboxEvent } from '@almanac/entities';
import { addMember } from '@almanac/testing';
import { createHmac } from 'node:crypto';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';

const SECRET = 'whsec_for_tests';
const now = new Date('2026-11-21T12:00:00Z');
const SECONDS = now.getTime() / 1000;

let api: AdminApiUnderTest;
let member: Member;
beforeAll(async () => {
  api = await startAdminApi({ clock: { now: () => now }, environment: { stripeWebhookSecret: SECRET } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.dataSource.query('truncate publishing.members, publishing.outbox cascade');
  member = await addMember(api.dataSource.manager, { email: 'anna@x.io' });
});

function sign(body: string, { at = SECONDS, key = SECRET } = {}): string {
  return `t=${at},v0=00,v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;
}

function send(type: string, object: object, created = SECONDS, signature?: string): Promise<ApiResponse> {
  const body = JSON.stringify({ id: 'evt_1', type, created, data: { object } });
  return api.anonymous
    .with({ 'content-type': 'application/json', 'stripe-signature': signature ?? sign(body) })
    .post('/members/webhooks/stripe', body);
}

const checkout = { customer: 'cus_1', subscription: 'sub_1', customer_details: { email: 'ANNA@x.io' } };
const subscription = {
  id: 'sub_1',
  customer: 'cus_1',
  status: 'active',
  items: {
    data: [
      {
        price: {
          id: 'price_1',
          nickname: 'Yearly',
          unit_amount: 5000,
          currency: 'usd',
          recurring: { interval: 'year' },
        },
      },
    ],
  },
  start_date: SECONDS,
  current_period_end: SECONDS + 86_400,
  cancel_at_period_end: false,
};

async function plans(): Promise<unknown> {
  const read = await api.integration.get(`members/${member.id}/`);
  return (read.one('members').payment as { subscriptions: unknown }).subscriptions;
}

describe('webhooks of Stripe (section C)', () => {
  it('store the subscription of a member', async () => {
    expect((await send('checkout.session.completed', checkout)).body).toEqual({ received: true });
    expect(await plans()).toMatchObject([{ id: 'sub_1', customer: 'cus_1', status: 'incomplete' }]);
    await send('customer.subscription.created', subscription);
    expect(await plans()).toMatchObject([
      {
        id: 'sub_1',
        status: 'active',
        plan: { id: 'price_1', nickname: 'Yearly', amount: 5000, currency: 'usd', interval: 'year' },
        current_period_end: '2026-11-22T12:00:00.000Z',
      },
    ]);
    await send('customer.subscription.deleted', { ...subscription, status: 'canceled' }, SECONDS + 5);
    expect(await plans()).toMatchObject([{ status: 'canceled' }]);
    const outboxEvents = await api.dataSource.getRepository(PublishingOutboxEvent).findBy({ event: 'member.edited' });
    expect(outboxEvents.map(({ subjectId }) => subjectId)).toEqual([member.id, member.id]);
  });

  it('end the access of a member whose trial ended without a payment method', async () => {
    const isPaid = async (): Promise<boolean> =>
      (await api.integration.get('members/?filter=status:paid')).list('members').length === 1;
    await send('checkout.session.completed', checkout);
    await send('customer.subscription.created', { ...subscription, status: 'trialing' });
    expect(await isPaid()).toBe(true);
    await send('customer.subscription.paused', { ...subscription, status: 'paused' }, SECONDS + 5);
    expect(await plans()).toMatchObject([{ status: 'unpaid' }]);
    expect(await isPaid()).toBe(false);
    await send('customer.subscription.resumed', subscription, SECONDS + 10);
    expect(await isPaid()).toBe(true);
  });

  it('may arrive late or twice', async () => {
    await send('checkout.session.completed', checkout);
    await send('customer.subscription.updated', { ...subscription, status: 'past_due' }, SECONDS + 10);
    await send('customer.subscription.created', subscription, SECONDS + 1);
    await send('checkout.session.completed', checkout);
    expect(await plans()).toMatchObject([{ status: 'past_due' }]);
  });

  it('of the same second may arrive in any order: the first status replaces no later one, and nothing the last', async () => {
    await send('checkout.session.completed', checkout);
    await send('customer.subscription.updated', subscription);
    await send('customer.subscription.created', { ...subscription, status: 'incomplete' });
    expect(await plans()).toMatchObject([{ status: 'active' }]);
    await send('customer.subscription.updated', { ...subscription, status: 'past_due' });
    expect(await plans()).toMatchObject([{ status: 'past_due' }]);
    await send('customer.subscription.deleted', { ...subscription, status: 'canceled' });
    await send('customer.subscription.updated', subscription);
    expect(await plans()).toMatchObject([{ status: 'canceled' }]);
  });

  it('never move the time of the last change of a member back', async () => {
    await send('checkout.session.completed', checkout);
    const updatedAt = async (): Promise<number> =>
      (await api.dataSource.getRepository(Member).findOneByOrFail({ id: member.id })).updatedAt?.getTime() ?? 0;
    const before = await updatedAt();
    await send('customer.subscription.created', subscription, SECONDS - 86_400);
    expect(await updatedAt()).toBeGreaterThanOrEqual(before);
  });

  it('are rejected until the customer is known, so that Stripe sends them again', async () => {
    expect((await send('customer.subscription.created', subscription)).status).toBe(404);
    expect(
      (await send('checkout.session.completed', { ...checkout, customer_details: { email: 'no@x.io' } })).status,
    ).toBe(404);
    await send('checkout.session.completed', checkout);
    expect((await send('customer.subscription.created', subscription)).status).toBe(200);
    await send('customer.subscription.created', { ...subscription, id: 'sub_2' }, SECONDS + 1);
    expect(await plans()).toMatchObject([{ id: 'sub_1' }, { id: 'sub_2' }]);
    const renewed = { ...subscription, id: 'sub_2', status: 'past_due' };
    expect((await send('customer.subscription.updated', renewed, SECONDS + 2)).status).toBe(200);
    expect(await plans()).toMatchObject([
      { id: 'sub_1', status: subscription.status },
      { id: 'sub_2', status: 'past_due' },
    ]);
  });

  it.each([
    ['another secret', sign('{}', { key: 'other' })],
    ['an old time', sign('{}', { at: SECONDS - 301 })],
    ['no time', 'v1=00'],
    ['nothing', ''],
    ['another body', sign('{"other":1}')],
  ])('are rejected with %s', async (_, signature) => {
    const body = '{}';
    const caller = api.anonymous.with({ 'content-type': 'application/json', 'stripe-signature': signature });
    expect((await caller.post('/members/webhooks/stripe', body)).status).toBe(401);
    expect(await plans()).toEqual([]);
  });

  it('are ignored if they do not concern members', async () => {
    for (const object of [{}, { id: 7, customer: null }, { ...subscription, status: 'new' }, null]) {
      expect((await send('customer.subscription.created', object as object)).status).toBe(200);
    }
    expect((await send('invoice.paid', {})).status).toBe(200);
    expect(await plans()).toEqual([]);
  });

  it('respond 404 while no secret is configured', async () => {
    const plain = await startAdminApi();
    const body = '{}';
    const caller = plain.anonymous.with({ 'content-type': 'application/json', 'stripe-signature': sign(body) });
    expect((await caller.post('/members/webhooks/stripe', body)).status).toBe(404);
    await plain.close();
  });
});
