import { Member, PublishingOutboxEvent } from '@almanac/entities';
import { addMember } from '@almanac/testing';
import { createHmac } from 'node:crypto';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { confirmLink, mailsOf } from './mailed-token';

const WEBHOOK_SECRET = 'whsec_for_tests';

describe('a site where visitors cannot sign up', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi({ environment: { stripeWebhookSecret: WEBHOOK_SECRET } });
  });
  beforeEach(async () => {
    await api.dataSource.query(
      'truncate publishing.members, publishing.member_sign_in_tokens, publishing.outbox cascade',
    );
    await allowSelfSignup(false);
  });
  afterAll(() => api.close());

  /** Changes the setting as the Console and the admin of Ghost 3 do: with the other properties of its value. */
  async function allowSelfSignup(allowSelfSignup: boolean): Promise<void> {
    const read = await api.owner.get('settings/members_subscription_settings/');
    const value = JSON.stringify({ ...JSON.parse(String(read.one('settings').value)), allowSelfSignup });
    const settings = [{ key: 'members_subscription_settings', value }];
    expect((await api.owner.put('settings/', { settings })).status).toBe(200);
  }

  const requestLink = (email: string, emailType: string): Promise<ApiResponse> =>
    api.anonymous.post('/members/api/send-magic-link', { email, emailType });
  const addresses = async (): Promise<string[]> =>
    (await api.dataSource.getRepository(Member).find()).map(({ email }) => email);
  const recipients = async (): Promise<string[]> => (await mailsOf(api)).map(({ to }) => to);
  /** The path of the newest mailed link. */
  const mailedLink = async (): Promise<string> => {
    const mail = (await mailsOf(api)).at(-1);
    return String(Object(mail?.values).url).replace(SITE_URL, '');
  };
  const countOf = (event: string): Promise<number> =>
    api.dataSource.getRepository(PublishingOutboxEvent).countBy({ event });

  it.each(['signin', 'signup', 'subscribe'])(
    'mails nothing to an address without a member, with the same response for %s',
    async (emailType) => {
      await addMember(api.dataSource.manager, { email: 'known@x.io' });
      const known = await requestLink('known@x.io', emailType);
      const unknown = await requestLink('unknown@x.io', emailType);
      const visible = ({ status, text, headers }: ApiResponse) => ({
        status,
        text,
        names: Object.keys(headers).sort(),
      });
      expect(visible(unknown)).toEqual(visible(known));
      expect(unknown).toMatchObject({ status: 201, text: 'Created.' });
      expect(await recipients()).toEqual(['known@x.io']);
      expect(await addresses()).toEqual(['known@x.io']);
    },
  );

  it('mails nothing from the path of Ghost 3 either', async () => {
    const path = '/ghost/api/v3/members/send-magic-link/';
    const response = await api.anonymous.post(path, { email: 'unknown@x.io', emailType: 'signup' });
    expect(response).toMatchObject({ status: 201, text: 'Created.' });
    expect(await recipients()).toEqual([]);
  });

  it('still signs members in', async () => {
    await addMember(api.dataSource.manager, { email: 'known@x.io' });
    await requestLink('known@x.io', 'signup');
    const response = await confirmLink(api, await mailedLink());
    expect(response.headers.location).toBe(`${SITE_URL}/?action=signin&success=true`);
    expect(response.headers['set-cookie']).toMatch(/^ghost-members-ssr=/);
  });

  it.each(['signup', 'subscribe'])('rejects a link for %s that was mailed before', async (emailType) => {
    await allowSelfSignup(true);
    await requestLink('new@x.io', emailType);
    const link = await mailedLink();
    await allowSelfSignup(false);
    const response = await confirmLink(api, link);
    expect(response.headers.location).toBe(`${SITE_URL}/?action=${emailType}&success=false`);
    expect(response.headers['set-cookie']).toBeUndefined();
    await allowSelfSignup(true);
    await requestLink('new@x.io', emailType);
    const token = new URL(`${SITE_URL}${await mailedLink()}`).searchParams.get('token');
    await allowSelfSignup(false);
    const opened = await api.anonymous.post('/members/api/session', { token });
    expect([opened.status, opened.headers['set-cookie']]).toEqual([401, undefined]);
    expect([await addresses(), await countOf('member.added')]).toEqual([[], 0]);
  });

  it('accepts a link that was mailed before, if staff have added the member since', async () => {
    await allowSelfSignup(true);
    await requestLink('new@x.io', 'signup');
    await allowSelfSignup(false);
    await addMember(api.dataSource.manager, { email: 'new@x.io' });
    const response = await confirmLink(api, await mailedLink());
    expect(response.headers.location).toContain('success=true');
    expect(await addresses()).toEqual(['new@x.io']);
  });

  it('adds no member after a checkout at the payment provider', async () => {
    const created = Math.floor(Date.now() / 1000);
    const object = { customer: 'cus_1', subscription: 'sub_1', customer_details: { email: 'buyer@x.io' } };
    const body = JSON.stringify({ type: 'checkout.session.completed', created, data: { object } });
    const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${created}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` };
    const response = await api.anonymous.with(headers).post('/members/webhooks/stripe', body);
    expect([response.status, await addresses()]).toEqual([404, []]);
  });

  it('still lets staff and integrations add members, and mail them a link', async () => {
    for (const caller of [api.owner, api.integration]) {
      const members = [{ email: `by-${caller === api.owner ? 'staff' : 'integration'}@x.io` }];
      const response = await caller.post('members/?send_email=true&email_type=signup', { members });
      expect(response.status).toBe(201);
      expect((await confirmLink(api, await mailedLink())).headers.location).toContain('success=true');
    }
    expect(await recipients()).toEqual(['by-staff@x.io', 'by-integration@x.io']);
  });

  it('says so to clients of Ghost 5, also to those that may not read the setting itself', async () => {
    const names = ['members_signup_access', 'allow_self_signup', 'members_invite_only', 'members_enabled'];
    for (const [allows, expected] of [
      [false, ['invite', false, true, true]],
      [true, ['all', true, false, true]],
    ] as const) {
      await allowSelfSignup(allows);
      for (const caller of [api.owner.in('v5'), api.integration.in('v5'), (await api.as('Editor')).in('v5')]) {
        const settings = (await caller.get('settings/')).list('settings');
        const valueOf = (name: string): unknown => settings.find(({ key }) => key === name)?.value;
        expect(names.map(valueOf)).toEqual(expected);
        expect((await caller.get('settings/members_signup_access/')).one('settings').value).toBe(expected[0]);
      }
    }
  });
});
