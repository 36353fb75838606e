import { withoutSecrets, withStoredSecrets } from './setting-secrets';

const CONCEALED = '••••••••';

const SETTING = 'members_subscription_settings';

const shown = (key: string, value: unknown): unknown => {
  const { value: text } = withoutSecrets({ key, value: JSON.stringify(value) });
  return JSON.parse(text ?? 'null');
};
const stored = (key: string, sent: unknown, before: unknown): unknown =>
  JSON.parse(withStoredSecrets(key, JSON.stringify(sent), JSON.stringify(before)));

const nested = (depth: number, leaf: object): object =>
  Array.from({ length: depth }).reduce<object>((inner) => ({ inner }), leaf);

describe('withoutSecrets', () => {
  it.each([
    'secret_token',
    'webhookSecret',
    'privateKey',
    'pass',
    'smtp_pass',
    'password',
    'password_hash',
    'passphrase',
    'passwd',
    'signingKey',
    'credentials',
    'auth',
    'basic_auth',
    'bearer',
    'accessToken',
    'access_token',
    'key',
    'api_key',
    'apikey',
    'accessKey',
    'SECRET',
  ])('conceals the property %s', (name) => {
    expect(shown(SETTING, { list: [{ [name]: 'x', public: 'y' }] })).toEqual({
      list: [{ [name]: CONCEALED, public: 'y' }],
    });
  });

  it.each(['author', 'authority', 'keyboard', 'passenger', 'compass_', 'product', 'url', 'token'])(
    'shows the property %s',
    (name) => {
      expect(shown(SETTING, { [name]: 'x' })).toEqual({ [name]: 'x' });
    },
  );

  it.each(['sk_live_1', 'rk_live_1', 'whsec_1', ' sk_live_1'])('conceals the value %j under any name', (value) => {
    expect(shown(SETTING, { product: value })).toEqual({ product: CONCEALED });
  });

  it.each(['pk_live_1', 'a sk_live_1', 1, true])('shows the value %j', (value) => {
    expect(shown(SETTING, { product: value })).toEqual({ product: value });
  });

  it('conceals URLs and tokens of Slack only', () => {
    const value = [{ url: 'https://hooks.slack.com/1', Token: 'x', username: 'Ghost' }];
    expect(shown('slack', value)).toEqual([{ url: CONCEALED, Token: CONCEALED, username: 'Ghost' }]);
    expect(shown('unsplash', value)).toEqual(value);
  });

  it('conceals a whole object under a secret name, but not an empty secret', () => {
    expect(shown(SETTING, { credentials: { user: 'x' }, secret: '', key: null })).toEqual({
      credentials: CONCEALED,
      secret: '',
      key: null,
    });
  });

  it('conceals objects nested deeper than ten levels', () => {
    expect(shown(SETTING, nested(9, { product: 'x' }))).toEqual(nested(9, { product: 'x' }));
    expect(shown(SETTING, nested(10, { product: 'x' }))).toEqual(
      JSON.parse(JSON.stringify(nested(9, { inner: CONCEALED }))),
    );
  });

  it('conceals a value that is no JSON', () => {
    expect(withoutSecrets({ key: SETTING, value: 'no JSON' })).toEqual({ key: SETTING, value: CONCEALED });
  });

  it('returns the same setting when it has no secret', () => {
    for (const setting of [
      { key: 'title', value: 'no JSON' },
      { key: 'title', value: '{"secret":"x"}' },
      { key: SETTING, value: null },
      { key: SETTING, value: '' },
      { key: SETTING, value: '{ "product": 1 }' },
    ]) {
      expect(withoutSecrets(setting)).toBe(setting);
    }
  });
});

describe('withStoredSecrets', () => {
  it('replaces concealed secrets by the stored ones', () => {
    const before = { secret: 'old', list: [{ key: 'first' }, { key: 'second' }], live: 'sk_live_1' };
    const sent = { secret: CONCEALED, list: [{ key: 'new' }, { key: CONCEALED }], live: CONCEALED };
    expect(stored(SETTING, sent, before)).toEqual({
      secret: 'old',
      list: [{ key: 'new' }, { key: 'second' }],
      live: 'sk_live_1',
    });
  });

  it('stores an empty string for a concealed secret that is not stored', () => {
    expect(stored(SETTING, { secret: CONCEALED, list: [{ key: CONCEALED }] }, { list: 'none' })).toEqual({
      secret: '',
      list: [{ key: '' }],
    });
    expect(withStoredSecrets(SETTING, JSON.stringify({ secret: CONCEALED }), null)).toBe('{"secret":""}');
  });

  it('does not read inherited properties of the stored value', () => {
    expect(stored('slack', { token: { url: 1 }, url: CONCEALED }, { token: 'x' })).toEqual({
      token: { url: 1 },
      url: '',
    });
    expect(withStoredSecrets(SETTING, `{"constructor":{"key":"${CONCEALED}"}}`, '{}')).toBe(
      '{"constructor":{"key":""}}',
    );
  });

  it('keeps the placeholder in a property that is no secret', () => {
    expect(stored(SETTING, { product: CONCEALED }, { product: 'x' })).toEqual({ product: CONCEALED });
    const deep = nested(11, { secret: CONCEALED });
    expect(stored(SETTING, deep, nested(11, { secret: 'old' }))).toEqual(deep);
  });

  it('returns the sent text for other settings, for text without a placeholder and for text that is no JSON', () => {
    const text = `{ "secret": "${CONCEALED}" }`;
    expect(withStoredSecrets('title', text, '{"secret":"old"}')).toBe(text);
    expect(withStoredSecrets(SETTING, '{ "secret": "new" }', '{"secret":"old"}')).toBe('{ "secret": "new" }');
    expect(withStoredSecrets(SETTING, `no JSON ${CONCEALED}`, '{}')).toBe(`no JSON ${CONCEALED}`);
  });
});
