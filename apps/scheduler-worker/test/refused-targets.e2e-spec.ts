import type { WebhookAttempt } from '@almanac/entities';
import { AddressGuard, Clock, OutboundClient } from '@almanac/platform';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ClaimedDelivery, Endpoint } from '../src/deliver-webhook/claim-deliveries';
import { DeliverySender } from '../src/deliver-webhook/send-delivery';
import { startWorker, until, type WorkerUnderTest } from './scheduler-worker';

/** Listens on every address of this machine, IPv4 and IPv6, and counts who comes. */
class Canary {
  connections = 0;
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<Canary> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '::' }, resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The canary has no port.');
    const canary = new Canary(server, address.port);
    server.on('connection', (socket) => {
      canary.connections += 1;
      socket.destroy();
    });
    return canary;
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

/** This machine under every name and spelling we know, and places inside that are not this machine. */
const loopback = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
];
const unspecified = ['0.0.0.0', '0', '[::]', 'localhost', 'LOCALHOST.', '127。0。0。1', '%31%32%37.0.0.1'];
const ipv6 = ['[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'];
const tunnels = ['[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]'];
const inside = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
];
const special = [
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '192.0.0.1',
];
const ownAddresses = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ scopeid }) => !scopeid)
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))
  .filter((address) => !/^\d/.test(address) || new AddressGuard().isAllowed(address) === false);
const hosts = [...new Set([...loopback, ...unspecified, ...ipv6, ...tunnels, ...inside, ...special, ...ownAddresses])];

describe('targets a webhook must not reach', () => {
  let worker: WorkerUnderTest;
  let canary: Canary;

  beforeAll(async () => {
    canary = await Canary.open();
    worker = await startWorker('postgres', { webhookAllowedCidrs: [] });
  });
  afterAll(async () => {
    await worker.close();
    await canary.close();
  });

  it('are not connected to, however they are spelled', async () => {
    const targets = hosts.flatMap((host) => [`http://${host}:${canary.port}/`, `https://${host}:${canary.port}/x`]);
    const others = [
      `ftp://127.0.0.1:${canary.port}/`,
      `file:///etc/passwd`,
      `http://user:pass@127.0.0.1:${canary.port}/`,
    ];
    const all = [...targets, ...others];
    for (const target of all) await worker.addWebhook(target);
    await worker.record({});
    const attempts = (): Promise<WebhookAttempt[]> => worker.publishing.manager.find<WebhookAttempt>('WebhookAttempt');
    await until(async () => new Set((await attempts()).map(({ deliveryId }) => deliveryId)).size === all.length);
    const firstOfEach = (await attempts()).filter(({ attempt }) => attempt === 1);
    const errors = firstOfEach.map(({ error }) => error);
    // A spelling that is no address at all is asked of the name servers, who know nothing of it.
    for (const error of errors) expect(error).toMatch(/^Request failed: (TARGET_REFUSED|ENOTFOUND|EAI_AGAIN)$/);
    expect(errors.filter((error) => error?.endsWith('TARGET_REFUSED')).length).toBeGreaterThan(all.length * 0.9);
    expect(canary.connections).toBe(0);
  });

  it('are not connected to by a name that answers public first and loopback next', async () => {
    let asked = 0;
    const outbound = new OutboundClient({
      guard: new AddressGuard([]),
      connectTimeoutMs: 200,
      connectionsPerOrigin: 10,
      resolve: async () => [{ address: asked++ % 2 === 0 ? '8.8.8.8' : '127.0.0.1', family: 4 }],
    });
    await outbound.assertAllowedTarget(`http://rebinding.example:${canary.port}/`);
    const sender = new DeliverySender(outbound, new Clock());
    const endpoint: Endpoint = {
      id: '5f0c1d2e3f4a5b6c7d8e9f00',
      targetUrl: `http://rebinding.example:${canary.port}/`,
      apiVersion: 'v3',
      secret: null,
      previousSecret: null,
      isFailing: false,
    };
    const delivery: ClaimedDelivery = {
      id: '5f0c1d2e3f4a5b6c7d8e9f01',
      outboxEventId: '5f0c1d2e3f4a5b6c7d8e9f02',
      event: 'tag.added',
      attemptCount: 0,
      scheduledAttempts: 0,
      isTest: false,
      isReplay: false,
      requestId: null,
    };
    const { outcome } = await sender.send(endpoint, delivery, {
      bytes: Buffer.from('{}'),
      excerpt: '{}',
      sequence: '1',
      traceParent: null,
    });
    expect(outcome).toMatchObject({ result: 'failed', error: 'Request failed: TARGET_REFUSED' });
    expect(asked).toBe(2);
    expect(canary.connections).toBe(0);
    await outbound.destroy();
  });
});
