import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './sign';

const ID = '5f0c1d2e3f4a5b6c7d8e9f00';
const BODY = JSON.stringify({ post: { current: { title: 'Ünïcode ✓' }, previous: {} } });
const RAW = 'a plain secret';
const STANDARD = `whsec_${Buffer.from('thirty-two bytes of key material').toString('base64')}`;

describe('signatureHeaders', () => {
  it('is accepted by the Standard Webhooks library for a whsec_ secret and for a plain one', () => {
    const headers = (secret: string): Record<string, string> =>
      signatureHeaders(ID, Buffer.from(BODY), new Date(), { current: secret, previous: null });
    expect(new Webhook(STANDARD).verify(BODY, headers(STANDARD))).toEqual(JSON.parse(BODY));
    expect(new Webhook(RAW, { format: 'raw' }).verify(BODY, headers(RAW))).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(STANDARD).verify(`${BODY} `, headers(STANDARD))).toThrow('No matching signature');
  });

  it('is accepted by the verification that Ghost documents', () => {
    const header = signatureHeaders(ID, Buffer.from(BODY), new Date(1719842984367), { current: RAW, previous: null })[
      'x-ghost-signature'
    ];
    const [, digest, time] = /^sha256=([0-9a-f]{64}), t=(\d+)$/.exec(header ?? '') ?? [];
    expect(time).toBe('1719842984367');
    expect(createHmac('sha256', RAW).update(`${BODY}${time}`).digest('hex')).toBe(digest);
  });

  it('is accepted with the old and with the new secret during a rotation', () => {
    const headers = signatureHeaders(ID, Buffer.from(BODY), new Date(), { current: STANDARD, previous: RAW });
    expect(new Webhook(STANDARD).verify(BODY, headers)).toBeDefined();
    expect(new Webhook(RAW, { format: 'raw' }).verify(BODY, headers)).toBeDefined();
  });

  it('sends id and time but no signature without a secret', () => {
    expect(signatureHeaders(ID, Buffer.from(BODY), new Date(5_999), { current: null, previous: null })).toEqual({
      'webhook-id': ID,
      'webhook-timestamp': '5',
    });
  });
});
