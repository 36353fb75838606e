import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mailFailureOf } from './mail-failure';
import { openTransport } from './open-transport';

/** A server with the responses of the SES API v2; the AWS SDK is the real one. */
describe('mails through Amazon SES', () => {
  let server: Server;
  let reply: { status: number; type?: string } = { status: 200 };
  const requests: { path: string; body: { Content: { Raw: { Data: string } } }; authorization: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString());
        requests.push({ path: request.url ?? '', body, authorization: request.headers.authorization ?? '' });
        if (reply.type !== undefined) response.setHeader('x-amzn-errortype', reply.type);
        response.writeHead(reply.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(reply.status === 200 ? { MessageId: 'an-id' } : { message: 'Refused' }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const send = async (): Promise<unknown> => {
    const { port } = server.address() as AddressInfo;
    const configuration = Object.assign(new SchedulerWorkerConfiguration(), {
      sesRegion: 'eu-central-1',
      sesEndpoint: `http://127.0.0.1:${port}`,
      sesAccessKeyId: 'an-id',
      sesSecretAccessKey: 'a-secret',
    });
    const transport = await openTransport(configuration, 1);
    const headers = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    return transport.sendMail({
      from: 'site@example.com',
      to: 'member@example.com',
      subject: 'News',
      text: 'Hi',
      headers,
    });
  };

  it('are sent as they are, signed with the key', async () => {
    reply = { status: 200 };
    await send();
    const last = requests.at(-1);
    expect(last?.path).toBe('/v2/email/outbound-emails');
    expect(last?.authorization).toContain('Credential=an-id/');
    const source = Buffer.from(last?.body.Content.Raw.Data ?? '', 'base64').toString();
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(source).toContain('To: member@example.com');
  });

  it.each([
    [429, 'TooManyRequestsException', 'outage'],
    [400, 'SendingPausedException', 'outage'],
    [500, 'InternalFailure', 'outage'],
    [400, 'MessageRejected', 'permanent'],
  ])('classifies %d %s as %s, after one attempt', async (status, type, kind) => {
    reply = { status, type };
    const before = requests.length;
    const error: unknown = await send().catch((thrown: unknown) => thrown);
    expect(mailFailureOf(error)).toMatchObject({ kind, isBadAddress: false });
    expect(requests).toHaveLength(before + 1);
  });
});
