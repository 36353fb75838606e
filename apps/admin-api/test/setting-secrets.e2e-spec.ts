import { type AdminApiUnderTest, type StaffRole, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

const CONCEALED = '••••••••';
const CANARY = 'CANARY51secret';
const settingsOfIntegrations = ['slack', 'unsplash', 'members_subscription_settings'];

const slack = [{ url: `https://hooks.slack.com/services/${CANARY}1`, username: 'Ghost' }];
const unsplash = { isActive: true, applicationId: 'public-id', accessKey: `${CANARY}2` };
const payments = {
  isPaid: true,
  paymentProcessors: [
    {
      adapter: 'stripe',
      config: {
        secret_token: `sk_live_${CANARY}3`,
        webhook_secret: `whsec_${CANARY}4`,
        public_token: 'pk_live_1',
        product: { name: 'P' },
        nested: { deeper: [{ privateKey: `${CANARY}5` }] },
        smtp: { user: 'mailer', pass: `${CANARY}6`, auth: `Basic ${CANARY}7` },
        credentials: { user: `${CANARY}8`, passphrase: `${CANARY}9` },
        live: `sk_live_${CANARY}10`,
        author: 'A. Uthor',
      },
    },
  ],
};

describe('secrets in settings', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  const put = (key: string, value: unknown, caller: Caller = api.owner): Promise<ApiResponse> =>
    caller.put('settings/', { settings: [{ key, value: typeof value === 'string' ? value : JSON.stringify(value) }] });
  const stored = async (key: string): Promise<unknown> => {
    const [row] = await api.dataSource.query<{ value: string }[]>(
      'select value from publishing.settings where key = $1',
      [key],
    );
    return JSON.parse(row?.value ?? 'null');
  };
  const shown = async (key: string): Promise<unknown> =>
    JSON.parse(String((await api.owner.get(`settings/${key}/`)).one('settings').value));
  const writeAll = async (): Promise<ApiResponse[]> => [
    await put('slack', slack),
    await put('unsplash', unsplash),
    await put('members_subscription_settings', payments),
  ];

  it('can be written and are never returned: not by the write, in lists, by name, in any version, nor in exports', async () => {
    const responses = await writeAll();
    for (const role of ['Owner', 'Administrator'] as const) {
      const caller = await api.as(role);
      for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
        const versioned = caller.in(version);
        responses.push(await versioned.get('settings/'), await versioned.get('settings/?type=blog,members,private'));
        for (const key of settingsOfIntegrations) responses.push(await versioned.get(`settings/${key}/`));
        responses.push(await versioned.get('db/'), await versioned.get('config/'), await versioned.get('site/'));
      }
    }
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.text).not.toContain(CANARY);
    }
    expect(await shown('slack')).toEqual([{ url: CONCEALED, username: 'Ghost' }]);
    expect(await shown('unsplash')).toEqual({ ...unsplash, accessKey: CONCEALED });
    expect(await shown('members_subscription_settings')).toMatchObject({
      isPaid: true,
      paymentProcessors: [
        {
          config: {
            secret_token: CONCEALED,
            webhook_secret: CONCEALED,
            public_token: 'pk_live_1',
            smtp: { user: 'mailer', pass: CONCEALED, auth: CONCEALED },
            credentials: CONCEALED,
            live: CONCEALED,
            author: 'A. Uthor',
          },
        },
      ],
    });
  });

  it('are not in events, actions or stored responses', async () => {
    await writeAll();
    const caller = api.owner.with({ 'idempotency-key': 'settings-1' });
    await caller.post('integrations/', { integrations: [{ name: 'X' }] });
    for (const table of ['outbox', 'actions', 'webhook_deliveries', 'webhook_attempts']) {
      const rows = await api.dataSource.query<{ text: string }[]>(
        `select row_to_json(t)::text as text from publishing.${table} t`,
      );
      expect([table, rows.filter(({ text }) => text.includes(CANARY))]).toEqual([table, []]);
    }
  });

  it('are not repeated in errors', async () => {
    const attempts: [status: number, key: string, value: string][] = [
      [422, 'slack', `{"url":"${CANARY}"}`],
      [422, 'slack', `[${CANARY}`],
      [422, 'unsplash', `"${CANARY}"`],
      [422, 'members_subscription_settings', CANARY],
      [403, 'db_hash', CANARY],
    ];
    for (const [status, key, value] of attempts) {
      const response = await put(key, value);
      expect([key, response.status]).toEqual([key, status]);
      expect(response.text).not.toContain(CANARY);
    }
  });

  it('stay when a read is sent back, and are replaced or removed by other values', async () => {
    await writeAll();
    for (const key of settingsOfIntegrations) {
      const before = await stored(key);
      expect((await put(key, await shown(key))).status).toBe(200);
      expect(await stored(key)).toEqual(before);
    }
    await put('slack', [{ url: CONCEALED, username: 'Renamed' }]);
    expect(await stored('slack')).toEqual([{ ...slack[0], username: 'Renamed' }]);
    await put('slack', [{ url: 'https://hooks.slack.com/services/new', username: 'Ghost' }]);
    expect(await stored('slack')).toMatchObject([{ url: 'https://hooks.slack.com/services/new' }]);
    await put('slack', [{ url: '', username: 'Ghost' }]);
    expect(await stored('slack')).toEqual([{ url: '', username: 'Ghost' }]);
    expect((await api.owner.get('settings/slack/')).one('settings').value).toBe('[{"url":"","username":"Ghost"}]');
    // There is no stored secret to keep.
    await put('slack', [{ url: CONCEALED, username: CONCEALED }]);
    expect(await stored('slack')).toEqual([{ url: '', username: CONCEALED }]);
  });

  it('cannot be moved to a property that is shown', async () => {
    await put('members_subscription_settings', payments);
    for (const config of [
      { public_token: CONCEALED },
      { secret_token: { name: CONCEALED } },
      { __proto__: CONCEALED },
    ]) {
      await put('members_subscription_settings', { paymentProcessors: [{ config }] });
      expect(JSON.stringify(await shown('members_subscription_settings'))).not.toContain(CANARY);
      await put('members_subscription_settings', payments);
    }
    await put('unsplash', `${'{"a":'.repeat(40)}{"secret":"${CANARY}"}${'}'.repeat(40)}`);
    expect((await api.owner.get('settings/unsplash/')).text).not.toContain(CANARY);
  });

  it.each(['Editor', 'Author', 'Contributor'] as StaffRole[])(
    'and their settings do not exist for %s',
    async (role) => {
      await writeAll();
      const caller = await api.as(role);
      for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
        const list = await caller.in(version).get('settings/');
        const keys = list.list('settings').map(({ key }) => key);
        expect(keys).toContain('title');
        expect(keys.filter((key) => settingsOfIntegrations.includes(String(key)))).toEqual([]);
        for (const key of settingsOfIntegrations) {
          const response = await caller.in(version).get(`settings/${key}/`);
          expect([response.status, response.error.context]).toEqual([404, `Problem finding setting: ${key}`]);
        }
      }
      expect((await put('slack', slack, caller)).status).toBe(403);
    },
  );
});
