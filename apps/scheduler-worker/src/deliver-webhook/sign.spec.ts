import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './sign';

const id = '5f0c1d2e3f4a5b6c7d8e9f00';
const body = JSON.stringify({ post: { current: { title: 'Ünïcode ✓' }, previous: {} } });
const raw = 'a plain secret';
const standard = `whsec_${Buffer.from('thirty-two bytes of key material').toString('base64')}`;

describe('signatureHeaders', () => {
  it('is accepted by the Standard Webhooks library for a whsec_ secret and for a plain one', () => {
    const headers = (secret: string): Record<string, string> =>
      signatureHeaders(id, Buffer.from(body), new Date(), { current: secret, previous: null });
    expect(new Webhook(standard).verify(body, headers(standard))).toEqual(JSON.parse(body));
    expect(new Webhook(raw, { format: 'raw' }).verify(body, headers(raw))).toEqual(JSON.parse(body));
    expect(() => new Webhook(standard).verify(`${body} `, headers(standard))).toThrow('No matching signature');
  });

  it('is accepted by the check Ghost documents for its own header', () => {
    const header = signatureHeaders(id, Buffer.from(body), new Date(1719842984367), { current: raw, previous: null })[
      'x-ghost-signature'
    ];
    const [, digest, time] = /^sha256=([0-9a-f]{64}), t=(\d+)$/.exec(header ?? '') ?? [];
    expect(time).toBe('1719842984367');
    expect(createHmac('sha256', raw).update(`${body}${time}`).digest('hex')).toBe(digest);
  });

  it('is accepted by holders of the old and of the new secret during a rotation', () => {
    const headers = signatureHeaders(id, Buffer.from(body), new Date(), { current: standard, previous: raw });
    expect(new Webhook(standard).verify(body, headers)).toBeDefined();
    expect(new Webhook(raw, { format: 'raw' }).verify(body, headers)).toBeDefined();
  });

  it('sends id and time but no signature without a secret', () => {
    expect(signatureHeaders(id, Buffer.from(body), new Date(5_999), { current: null, previous: null })).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '5',
    });
  });
});
