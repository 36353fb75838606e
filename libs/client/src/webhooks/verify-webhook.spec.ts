import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, type WebhookRequest, WebhookVerificationError } from './verify-webhook.ts';

const BODY = JSON.stringify({ post: { current: { title: 'Ünïcode ✓' }, previous: {} } });
const ID = '5f0c1d2e3f4a5b6c7d8e9f00';
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const PLAIN = 'a plain secret of the owner';
const NOW = Date.parse('2026-11-22T12:00:00Z');

/** Headers as the library of Standard Webhooks signs them. */
function signed(...secrets: string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const webhook = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
    return webhook.sign(ID, new Date(NOW), BODY);
  });
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(NOW / 1000),
    'webhook-signature': signatures.join(' '),
  };
}

const verify = (more: Partial<WebhookRequest>): ReturnType<typeof verifyWebhook> =>
  verifyWebhook({ body: BODY, headers: signed(SECRET), secret: SECRET, nowMs: NOW, ...more });

describe('verifyWebhook', () => {
  it('returns id, time and payload of a request that Standard Webhooks signed', async () => {
    const expected = { id: ID, sentAt: new Date(NOW), payload: JSON.parse(BODY) };
    expect(await verify({})).toEqual(expected);
    expect(await verify({ secret: PLAIN, headers: new Headers(signed(PLAIN)) })).toEqual(expected);
    expect(await verify({ body: new TextEncoder().encode(BODY) })).toEqual(expected);
  });

  it('accepts the old and the new secret while it is changed, on both sides', async () => {
    expect(await verify({ headers: signed(PLAIN, SECRET) })).toMatchObject({ id: ID });
    expect(await verify({ headers: signed(PLAIN), secret: [SECRET, PLAIN] })).toMatchObject({ id: ID });
  });

  it.each([
    ['a changed body', { body: `${BODY} ` }],
    ['a changed id', { headers: { ...signed(SECRET), 'webhook-id': 'another' } }],
    ['a changed time', { headers: { ...signed(SECRET), 'webhook-timestamp': String(NOW / 1000 + 1) } }],
    ['another secret', { secret: PLAIN }],
    ['no signature', { headers: { 'webhook-id': ID, 'webhook-timestamp': String(NOW / 1000) } }],
    ['an empty signature', { headers: { ...signed(SECRET), 'webhook-signature': 'v1,' } }],
    ['a signature of another version', { headers: { ...signed(SECRET), 'webhook-signature': 'v2,AAAA' } }],
    ['a signature that is not base64', { headers: { ...signed(SECRET), 'webhook-signature': 'v1,€' } }],
    [
      'a signature after ten others',
      {
        headers: {
          ...signed(SECRET),
          'webhook-signature': `${`v1,${'A'.repeat(43)}= `.repeat(10)}${String(signed(SECRET)['webhook-signature'])}`,
        },
      },
    ],
    ['an old request', { nowMs: NOW + 301_000 }],
    ['a request of the future', { nowMs: NOW - 301_000 }],
    ['a smaller tolerance', { nowMs: NOW + 11_000, toleranceSeconds: 10 }],
  ])('rejects %s', async (_case, more) => {
    await expect(verify(more)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  it('rejects a missing secret as an error of the program', async () => {
    await expect(verify({ secret: [] })).rejects.toBeInstanceOf(TypeError);
    await expect(verify({ secret: '' })).rejects.toBeInstanceOf(TypeError);
    await expect(verify({ secret: 'whsec_' })).rejects.toBeInstanceOf(TypeError);
    await expect(verify({ secret: 'whsec_€' })).rejects.toBeInstanceOf(TypeError);
  });

  describe('with the scheme of Ghost', () => {
    const digest = createHmac('sha256', PLAIN).update(`${BODY}${NOW}`).digest('hex');
    const headers = { 'X-Ghost-Signature': `sha256=${digest}, t=${NOW}` };

    it('verifies its signature, which is the id', async () => {
      const verified = await verify({ scheme: 'ghost', headers, secret: PLAIN });
      expect(verified).toEqual({ id: digest, sentAt: new Date(NOW), payload: JSON.parse(BODY) });
    });

    it('is not a way around the signature of Standard Webhooks', async () => {
      await expect(verify({ headers, secret: PLAIN })).rejects.toThrow('headers are missing');
      await expect(verify({ scheme: 'ghost', headers: signed(SECRET) })).rejects.toThrow('headers are missing');
    });

    it('rejects a changed body and an old request', async () => {
      const ghost = { scheme: 'ghost', headers, secret: PLAIN } as const;
      await expect(verify({ ...ghost, body: '{}' })).rejects.toThrow('No signature matches the secret.');
      await expect(verify({ ...ghost, nowMs: NOW + 301_000 })).rejects.toThrow('too old');
    });
  });
});
