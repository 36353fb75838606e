import { Setting } from '@almanac/entities';
import { Clock } from '@almanac/platform';
import { addMember, payingCases } from '@almanac/testing';
import { type JwtPayload, sign, type SignOptions } from 'jsonwebtoken';
import { generateKeyPairSync } from 'node:crypto';
import { SITE_URL, startTestService, type TestService, until } from './service';
import { CANARY, fillSite } from './site';

const now = new Date('2026-01-01T12:00:00Z');
const SECONDS = now.getTime() / 1000;

class StoppedClock extends Clock {
  override now(): Date {
    return now;
  }
}

describe('gated content', () => {
  let service: TestService;
  let privateKey: string;

  const token = (claims: JwtPayload = {}, options: SignOptions & { key?: string } = {}): string => {
    const { key = privateKey, ...rest } = options;
    const payload = {
      sub: 'free@example.com',
      iat: SECONDS,
      exp: SECONDS + 600,
      aud: SITE_URL,
      iss: `${SITE_URL}/ghost/api/v3/members/`,
      ...claims,
    };
    return sign(JSON.parse(JSON.stringify(payload)), key, { algorithm: 'RS512', ...rest });
  };
  const unstamped = (): string => token({ iat: undefined }, { noTimestamp: true });
  const as = (text: string): Record<string, string> => ({ authorization: `GhostMembers ${text}` });
  const post = async (
    slug: string,
    headers: Record<string, string> = {},
    query = '?formats=html,plaintext',
  ): Promise<Record<string, unknown>> => {
    const { body } = await service.get(`v3/content/posts/slug/${slug}/${query}`, headers);
    return body.posts?.[0] ?? {};
  };

  beforeAll(async () => {
    service = await startTestService({}, new StoppedClock());
    await fillSite(service.source);
    const row = await service.source.manager.findOneByOrFail(Setting, { key: 'members_private_key' });
    privateKey = row.value ?? '';
  });
  afterAll(() => service.stop());

  it.each([
    ['a visitor without a token', undefined, { 'members-only': false, 'paid-only': false }],
    ['a member', 'free@example.com', { 'members-only': true, 'paid-only': false }],
    ['a member, in other letters', 'FREE@example.com', { 'members-only': true, 'paid-only': false }],
    ['a paying member', 'paid@example.com', { 'members-only': true, 'paid-only': true }],
  ])('shows %s the posts of their plan', async (_who, sub, opened) => {
    const headers: Record<string, string> = sub === undefined ? {} : as(token({ sub }));
    expect(await post('open', headers)).toMatchObject({ plaintext: 'Hello you' });
    for (const [slug, isOpen] of Object.entries(opened)) {
      const found = await post(slug, headers);
      const texts = { html: found.html, plaintext: found.plaintext, excerpt: found.excerpt };
      if (isOpen) expect(Object.values(texts).every((text) => String(text).includes(CANARY))).toBe(true);
      else expect(texts).toEqual({ html: '', plaintext: '', excerpt: '' });
      expect(found.reading_time).toEqual(expect.any(Number));
    }
  });

  it('keeps a custom excerpt, and changes no field that is not gated or not requested', async () => {
    expect(await post('teaser')).toMatchObject({ html: '', excerpt: 'A teaser' });
    expect(await post('open', {}, '?fields=html')).toMatchObject({ html: expect.stringContaining('Hello') });
    expect(await post('members-only', {}, '?fields=id,title')).not.toHaveProperty('html');
    expect(await post('members-only', as(token()), '?fields=html')).toMatchObject({
      html: expect.stringContaining(CANARY),
    });
  });

  it('accepts a token only together with the key, and sends the response to no other visitor', async () => {
    for (const key of [null, '']) {
      for (const path of ['posts/slug/members-only/', 'posts/slug/open/', 'posts/?limit=all', 'settings/']) {
        const alone = await service.get(`v3/content/${path}`, as(token()), { key });
        expect([alone.status, alone.body.errors?.[0]]).toMatchObject([403, { message: 'Authorization failed' }]);
        expect(alone.text).not.toContain(CANARY);
      }
    }
    const wrong = await service.get('v3/content/posts/slug/members-only/', as(token()), { key: 'f'.repeat(26) });
    expect(wrong.status).toBe(401);
    const both = await service.get('v3/content/posts/slug/members-only/', as(token()));
    expect(both.text).toContain(CANARY);
    expect(both.headers['cache-control']).toBe('private, no-store');
    const before = await service.get('v3/content/posts/slug/members-only/');
    expect(before.text).not.toContain(CANARY);
    expect(before.headers['cache-control']).toBe('public, max-age=0');
  });

  it.each<[string, () => string]>([
    ['nonsense', () => 'abc.def.ghi'],
    ['nothing', () => ''],
    ['an expired one', () => token({ exp: SECONDS - 1 })],
    ['one that never expires', () => token({ exp: undefined })],
    ['one for another audience', () => token({ aud: 'https://other.example' })],
    ['one of another issuer', () => token({ iss: 'https://other.example' })],
    ['one without an audience', () => token({ aud: undefined })],
    ['one without a subject', () => token({ sub: undefined })],
    ['one of a person who is no member', () => token({ sub: 'gone@example.com' })],
    ['one not valid yet', () => token({ nbf: SECONDS + 60 })],
    ['one in RS256', () => token({}, { algorithm: 'RS256' })],
    ['one made a year ahead', () => token({ iat: SECONDS + 31_536_000, exp: SECONDS + 31_536_600 })],
    ['one made 61 seconds ahead', () => token({ iat: SECONDS + 61 })],
    ['one without the time it was made at', () => unstamped()],
    ['one with an unknown crit', () => token({}, { header: { alg: 'RS512', crit: ['x'] } })],
    ['one without a signature', () => `${token({}).split('.').slice(0, 2).join('.')}.`],
    ['one signed with the public key as a secret', () => token({}, { algorithm: 'HS512', key: 'x'.repeat(64) })],
    [
      'one of another site',
      () =>
        token(
          {},
          {
            key: generateKeyPairSync('rsa', { modulusLength: 2048 })
              .privateKey.export({ type: 'pkcs1', format: 'pem' })
              .toString(),
          },
        ),
    ],
  ])('refuses as a token %s', async (_what, make) => {
    const { status, body } = await service.get('v3/content/posts/slug/open/', as(make()));
    expect(status).toBe(401);
    expect(body).toEqual({ errors: [{ message: 'Invalid member token.', errorType: 'UnauthorizedError' }] });
    expect((await service.get('v3/content/posts/slug/open/', as(make()), { key: null })).status).toBe(403);
  });

  it('follows a change of the plan at once', async () => {
    const { manager } = service.source;
    const member = await addMember(manager, { email: 'new@example.com' });
    expect(await post('paid-only', as(token({ sub: member.email })))).toMatchObject({ html: '' });
    await manager.query(
      `insert into publishing.member_subscriptions (id, member_id, provider, status, plan_nickname, started_at, created_at)
       values ('s1', $1, 'stripe', 'active', 'Monthly', now(), now())`,
      [member.id],
    );
    expect(await post('paid-only', as(token({ sub: member.email })))).toMatchObject({
      html: expect.stringContaining(CANARY),
    });
    await manager.query(`update publishing.member_subscriptions set status = 'canceled' where id = 's1'`);
    expect(await post('paid-only', as(token({ sub: member.email })))).toMatchObject({ html: '' });
  });

  it.each(payingCases)(
    'shows paid posts to a member with subscriptions $statuses: $isPaying',
    async ({ statuses, isPaying }) => {
      const member = await addMember(service.source.manager, { providerStatuses: statuses });
      const { html } = await post('paid-only', as(token({ sub: member.email })));
      expect(String(html).includes(CANARY)).toBe(isPaying);
    },
  );

  it('is readable for all while the members lab is off, and gated again as soon as it is on', async () => {
    const setLab = (members: boolean) =>
      service.source.manager.update(Setting, { key: 'labs' }, { value: JSON.stringify({ members }) });
    const isOpen = async (): Promise<boolean> => String((await post('paid-only')).html).includes(CANARY);
    expect(await isOpen()).toBe(false);
    await setLab(false);
    await until(isOpen);
    expect((await service.get('v3/content/posts/', as('nonsense'))).status).toBe(200);
    await setLab(true);
    await until(async () => !(await isOpen()));
  });

  it('never appears in a response of any route, version, fields, formats, state of the cache or error', async () => {
    const resources = ['posts', 'pages', 'tags', 'authors', 'settings'];
    const fields = ['', 'html', 'excerpt', 'html,plaintext,excerpt,reading_time,mobiledoc', 'id,visibility'];
    const formats = ['', 'plaintext', 'html,plaintext,mobiledoc'];
    const filters = [
      '',
      "html:~'CANARY'",
      "plaintext:~'CANARY'",
      'slug:paid-only',
      "title:~'CANARY'",
      'visibility:paid',
      "html:'",
    ];
    const orders = ['', 'html asc', 'plaintext desc'];
    const paths = resources.flatMap((resource) => [
      `${resource}/`,
      ...['paid-only', 'members-only', 'inside', 'teaser'].map((slug) => `${resource}/slug/${slug}/`),
    ]);
    const statuses = new Set<number>();
    let requests = 0;
    for (const version of ['v2', 'v3', 'v5', 'canary']) {
      for (const path of paths) {
        for (const [index, field] of fields.entries()) {
          for (const format of formats) {
            const query = new URLSearchParams({
              fields: field,
              formats: format,
              filter: filters[(index + requests) % filters.length] ?? '',
              order: orders[requests % orders.length] || 'id asc',
              include: 'tags,authors,posts,count.posts',
            });
            for (let time = 0; time < 2; time++) {
              const { text, status } = await service.getText(`${version}/content/${path}?${query.toString()}`);
              statuses.add(status);
              expect(text.includes(CANARY) ? `${version} ${path} ${query.toString()}` : '').toBe('');
            }
            requests++;
          }
        }
      }
    }
    expect(requests).toBe(4 * paths.length * fields.length * formats.length);
    expect([...statuses].sort()).toEqual([200, 400, 404]);
  }, 300_000);
});
