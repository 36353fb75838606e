import { Member, MemberSession, MemberSignInToken, PublishingOutboxEvent, Setting } from '@almanac/entities';
import { type MailPayload, openMail } from '@almanac/outbox';
import { addMember, payingCases } from '@almanac/testing';
import jwt from 'jsonwebtoken';
import { createPublicKey } from 'node:crypto';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';
import { confirmLink } from './mailed-token';

let now = new Date('2026-11-21T12:00:00Z');
let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi({ clock: { now: () => now } });
});
afterAll(() => api.close());
beforeEach(() =>
  api.dataSource.query('truncate publishing.members, publishing.member_sign_in_tokens, publishing.outbox cascade'),
);

const requestLink = (email: unknown, emailType = 'signin'): Promise<ApiResponse> =>
  api.anonymous.post('/members/api/send-magic-link', { email, emailType });

async function mails(): Promise<{ to: string; emailType: string; url: string; token: string }[]> {
  const outboxEvents = await api.dataSource.manager.find(PublishingOutboxEvent, {
    where: { event: 'mail.requested' },
    order: { position: 'ASC' },
  });
  return outboxEvents.map(({ payload }) => {
    const mail = openMail(payload as MailPayload, 'a-key-for-tests-that-is-long-enough!');
    if (mail.template !== 'member-sign-in') throw new Error(`Another mail: ${mail.template}`);
    const { emailType, url } = mail.values;
    return { to: mail.to, emailType, url, token: new URL(url).searchParams.get('token') ?? '' };
  });
}

async function linkFor(email: string, emailType?: string): Promise<string> {
  await requestLink(email, emailType);
  return (await mails()).at(-1)?.url.replace(SITE_URL, '') ?? '';
}

function cookieOf(response: Pick<ApiResponse, 'headers'>): Caller {
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
  return api.anonymous.with({ cookie });
}

const confirm = (link: string) => confirmLink(api, link);

async function signIn(email: string): Promise<Caller> {
  return cookieOf(await confirm(await linkFor(email)));
}

describe('POST /members/api/send-magic-link', () => {
  it('responds the same to known and unknown addresses; only the mail differs', async () => {
    await addMember(api.dataSource.manager, { email: 'Known@x.io' });
    const responses = [
      await requestLink('known@x.io'),
      await requestLink('unknown@x.io'),
      await requestLink('known@x.io', 'bogus'),
    ];
    const visible = ({ status, text, headers }: ApiResponse) => ({ status, text, names: Object.keys(headers).sort() });
    expect(new Set(responses.map((response) => JSON.stringify(visible(response)))).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 201, text: 'Created.' });
    expect(responses[0]?.headers['access-control-allow-origin']).toBe('*');
    expect((await mails()).map(({ to, emailType }) => [to, emailType])).toEqual([
      ['Known@x.io', 'signin'],
      ['unknown@x.io', 'signup'],
      ['Known@x.io', 'signin'],
    ]);
  });

  it.each([undefined, '', 'nope', 'a@b', 7, { $ne: '' }, `${'x'.repeat(200)}@x.io`])(
    'rejects the address %j (D27)',
    async (email) => {
      expect(await requestLink(email)).toMatchObject({ status: 400, text: 'Bad Request.' });
      expect(await mails()).toEqual([]);
    },
  );

  it.each([[[]], [[[]]], [7], [true], [{ a: { constructor: { prototype: {} } } }], [{ email: { constructor: 1 } }]])(
    'rejects the body %j',
    async (body) => {
      const response = await api.anonymous.post('/members/api/send-magic-link', body);
      expect(response).toMatchObject({ status: 400, text: 'Bad Request.' });
    },
  );

  it.each(['v3', 'canary'])('is also served at the path of Ghost: %s', async (version) => {
    const path = `/ghost/api/${version}/members/send-magic-link/`;
    expect(await api.anonymous.post(path, { email: 'a@x.io', emailType: 'signin' })).toMatchObject({
      status: 201,
      text: 'Created.',
    });
    expect(await api.anonymous.post(path, {})).toMatchObject({ status: 400, text: 'Bad Request.' });
    expect((await api.anonymous.post('/ghost/api/v2/members/send-magic-link/', {})).status).toBe(404);
  });

  it('stores only the digest of a link', async () => {
    await requestLink('a@x.io');
    const [mail] = await mails();
    const stored = JSON.stringify(await api.dataSource.getRepository(MemberSignInToken).find());
    const outbox = JSON.stringify(await api.dataSource.getRepository(PublishingOutboxEvent).find());
    expect(mail?.token.length).toBeGreaterThan(40);
    expect(stored + outbox).not.toContain(mail?.token);
  });
});

describe('the link in the mail', () => {
  it('signs a member in after a confirmation, and redirects to the site', async () => {
    await addMember(api.dataSource.manager, { email: 'anna@x.io' });
    const response = await confirm(await linkFor('anna@x.io'));
    expect([response.status, response.headers.location]).toEqual([302, `${SITE_URL}/?action=signin&success=true`]);
    expect(response.headers['set-cookie']).toMatch(
      /^ghost-members-ssr=.+; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/,
    );
    const member = await cookieOf(response).get('/members/api/member');
    expect(member.body).toMatchObject({ email: 'anna@x.io', paid: false, payment: { subscriptions: [] } });
    expect(member.body).not.toHaveProperty('note');
  });

  it('shows members after a change what they see of themselves, without the labels and the note of staff', async () => {
    const body = { email: 'anna@x.io', labels: [{ name: 'Difficult' }], note: 'secret' };
    await api.owner.post('members/', { members: [body] });
    const member = await signIn('anna@x.io');
    const edited = await member.put('/members/api/member', { name: 'Anna' });
    expect(edited.body).toMatchObject({ email: 'anna@x.io', name: 'Anna', paid: false });
    expect(JSON.stringify(edited.body)).not.toMatch(/Difficult|secret|"note"|"labels"/);
  });

  it('rejects a name that staff could not send back', async () => {
    await addMember(api.dataSource.manager, { email: 'anna@x.io', name: 'Anna' });
    const response = await (await signIn('anna@x.io')).put('/members/api/member', { name: ', Anna' });
    expect([response.status, response.error.message]).toEqual([422, 'Validation (matches) failed for name']);
    expect(await api.dataSource.manager.findOneBy(Member, { email: 'anna@x.io' })).toMatchObject({ name: 'Anna' });
  });

  it('shows members of themselves the same as after a change', async () => {
    await addMember(api.dataSource.manager, { email: 'anna@x.io', isPaid: true });
    const member = await signIn('anna@x.io');
    const { body: read } = await member.get('/members/api/member');
    expect(read).toMatchObject({ status: 'comped', newsletters: [{ name: expect.stringMatching(/./) }] });
    expect(read).toHaveProperty('tiers');
    expect((await member.put('/members/api/member', { subscribed: true })).body).toEqual(read);
  });

  it.each(payingCases)('shows whether a member with $statuses pays: $isPaying', async ({ statuses, isPaying }) => {
    await addMember(api.dataSource.manager, { email: 'anna@x.io', providerStatuses: statuses });
    const { body } = await (await signIn('anna@x.io')).get('/members/api/member');
    expect(body).toMatchObject({ paid: isPaying, payment: { subscriptions: statuses.map((status) => ({ status })) } });
  });

  it('creates a member for a new address, with an event', async () => {
    const response = await confirm(await linkFor('new@x.io', 'signup'));
    expect(response.headers.location).toContain('action=signup&success=true');
    expect(await api.dataSource.getRepository(Member).find()).toMatchObject([{ email: 'new@x.io' }]);
    expect(await api.dataSource.getRepository(PublishingOutboxEvent).countBy({ event: 'member.added' })).toBe(1);
  });

  it('works once, also for concurrent requests', async () => {
    await addMember(api.dataSource.manager, { email: 'anna@x.io' });
    const link = await linkFor('anna@x.io');
    const responses = await Promise.all(Array.from({ length: 100 }, () => confirm(link)));
    expect(responses.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1);
    expect(await api.dataSource.getRepository(MemberSession).count()).toBe(1);
  });

  it.each(['signin', 'signup'])(
    'for %s still works after a program has opened it, which changes nothing',
    async (type) => {
      if (type === 'signin') await addMember(api.dataSource.manager, { email: 'anna@x.io' });
      const link = await linkFor('anna@x.io', type);
      for (const method of ['HEAD', 'GET', 'GET'] as const) {
        const opened = await api.anonymous.send(method, link);
        expect([opened.status, opened.headers['set-cookie']]).toEqual([200, undefined]);
      }
      expect(await api.dataSource.getRepository(MemberSession).count()).toBe(0);
      expect(await api.dataSource.getRepository(Member).count()).toBe(type === 'signin' ? 1 : 0);
      expect((await confirm(link)).headers.location).toBe(`${SITE_URL}/?action=${type}&success=true`);
    },
  );

  it('opens a page with one button, in the language of the site, which no cache stores', async () => {
    const link = await linkFor('anna@x.io', 'subscribe');
    const page = await api.anonymous.get(link);
    const { token = '' } = (await mails()).at(-1) ?? {};
    expect(page.text).toContain(`<form method="post" action="?token=${token}">`);
    expect(page.text).toContain('<button type="submit">Subscribe</button>');
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const settings = api.dataSource.getRepository(Setting);
    await settings.update({ key: 'default_locale' }, { value: 'de' });
    try {
      expect((await api.anonymous.get(link)).text).toContain('<button type="submit">Abonnieren</button>');
    } finally {
      await settings.update({ key: 'default_locale' }, { value: 'en' });
    }
  });

  it('leads to the site, which says that it is not valid, once it is used or has expired', async () => {
    const link = await linkFor('anna@x.io', 'signup');
    await confirm(link);
    for (const invalid of [link, '/members/confirm/', '/members/confirm/?token=x&action=signup']) {
      const { status, headers } = await api.anonymous.get(invalid);
      const action = invalid.includes('action') ? 'signup' : 'signin';
      expect([status, headers.location]).toEqual([302, `${SITE_URL}/?action=${action}&success=false`]);
    }
  });

  it('also signs in at once at the path of Ghost, but not by HEAD', async () => {
    await addMember(api.dataSource.manager, { email: 'anna@x.io' });
    const link = (await linkFor('anna@x.io')).replace('/members/confirm/', '/members/');
    const checked = await api.anonymous.send('HEAD', link);
    expect([checked.status, checked.headers['set-cookie']]).toEqual([302, undefined]);
    const { headers } = await api.anonymous.get(link);
    expect(headers.location).toBe(`${SITE_URL}/?action=signin&success=true`);
    expect((await cookieOf({ headers }).get('/members/api/member')).body).toMatchObject({ email: 'anna@x.io' });
  });

  it.each([
    ['signin', 10 * 60],
    ['signup', 24 * 60 * 60],
  ])('for %s is valid for %d seconds', async (emailType, seconds) => {
    const email = 'late@x.io';
    if (emailType === 'signin') await addMember(api.dataSource.manager, { email });
    const start = now;
    for (const [after, success] of [
      [seconds - 1, 'true'],
      [seconds, 'false'],
    ] as const) {
      now = start;
      const link = await linkFor(email, emailType);
      if (emailType === 'signup') await api.dataSource.query('delete from publishing.members');
      now = new Date(start.getTime() + after * 1000);
      const isSignup = (await mails()).at(-1)?.emailType === emailType;
      expect(isSignup).toBe(true);
      const { location } = (await confirm(link)).headers;
      expect(location).toContain(`action=${emailType}&success=${success}`);
      if (emailType === 'signup') await api.dataSource.query('delete from publishing.members');
    }
    now = start;
  });

  it('can be redeemed without following it', async () => {
    await addMember(api.dataSource.manager, { email: 'anna@x.io' });
    await requestLink('anna@x.io');
    const token = (await mails())[0]?.token;
    const response = await api.anonymous.post('/members/api/session', { token });
    expect(response.status).toBe(201);
    expect((await cookieOf(response).get('/members/api/member')).body).toMatchObject({ email: 'anna@x.io' });
    expect((await api.anonymous.post('/members/api/session', { token })).status).toBe(401);
    expect((await api.anonymous.post('/members/api/session', { token: { $gt: '' } })).status).toBe(401);
  });

  it('does not restore a deleted member', async () => {
    const { id } = await addMember(api.dataSource.manager, { email: 'gone@x.io' });
    const link = await linkFor('gone@x.io');
    await api.integration.delete(`members/${id}/`);
    expect((await confirm(link)).headers.location).toContain('success=false');
    expect(await api.dataSource.getRepository(Member).count()).toBe(0);
  });
});

describe("a member's session", () => {
  it('has an identity token that the published key verifies', async () => {
    await addMember(api.dataSource.manager, { email: 'anna@x.io' });
    const member = await signIn('anna@x.io');
    for (const path of ['/members/api/session', '/members/ssr']) {
      const { status, text } = await member.get(path);
      expect(status).toBe(200);
      const { keys } = (await api.anonymous.get('/members/.well-known/jwks.json')).body as {
        keys: { kid: string; kty: string; n: string; e: string; alg: string; use: string; d?: string }[];
      };
      const [key] = keys;
      expect(key).toMatchObject({
        kty: 'RSA',
        use: 'sig',
        alg: 'RS512',
        kid: jwt.decode(text, { complete: true })?.header.kid,
      });
      expect(key?.d).toBeUndefined();
      const publicKey = createPublicKey({ key: key ?? {}, format: 'jwk' });
      const claims = jwt.verify(text, publicKey, {
        algorithms: ['RS512'],
        audience: SITE_URL,
        issuer: `${SITE_URL}/members/api`,
        clockTimestamp: now.getTime() / 1000,
      });
      expect(claims).toMatchObject({ sub: 'anna@x.io', exp: now.getTime() / 1000 + 600 });
    }
  });

  it('is required for every response with content', async () => {
    for (const caller of [api.anonymous, api.anonymous.with({ cookie: 'ghost-members-ssr=forged' })]) {
      expect(await caller.get('/members/api/session')).toMatchObject({ status: 204, text: '' });
      expect((await caller.get('/members/api/member')).status).toBe(204);
    }
  });

  it('ends when it is closed, and when the member is deleted', async () => {
    const { id } = await addMember(api.dataSource.manager, { email: 'anna@x.io' });
    const first = await signIn('anna@x.io');
    const second = await signIn('anna@x.io');
    const closed = await first.delete('/members/api/session');
    expect([closed.status, String(closed.headers['set-cookie'])]).toEqual([204, expect.stringContaining('1970')]);
    expect((await first.get('/members/api/member')).status).toBe(204);
    expect((await second.get('/members/api/member')).status).toBe(200);
    await api.integration.delete(`members/${id}/`);
    expect((await second.get('/members/api/member')).status).toBe(204);
  });

  it('ends when staff change the address of the member, and a link to the former address has no effect', async () => {
    const { id } = await addMember(api.dataSource.manager, { email: 'anna@x.io' });
    const edit = (email: string) => api.integration.in('v5').put(`members/${id}/`, { members: [{ email }] });
    const member = await signIn('anna@x.io');
    await edit('Anna@x.io');
    expect((await member.get('/members/api/member')).status).toBe(200);
    const link = await linkFor('anna@x.io');
    await edit('anna@y.io');
    expect((await member.get('/members/api/member')).status).toBe(204);
    expect((await confirm(link)).headers.location).toContain('success=false');
    expect((await (await signIn('anna@y.io')).get('/members/api/member')).body).toMatchObject({ id });
  });

  it('shows whether the member pays', async () => {
    await addMember(api.dataSource.manager, { email: 'paid@x.io', isPaid: true });
    const member = await signIn('paid@x.io');
    expect((await member.get('/members/api/member')).body).toMatchObject({ paid: true });
  });
});
