import { AddressGuard, Clock, OutboundClient } from '@almanac/platform';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ClaimedDelivery, Endpoint } from '../src/deliver-webhook/claim-deliveries';
import { DeliverySender } from '../src/deliver-webhook/send-delivery';
import { startWorker, until, type WorkerUnderTest } from './scheduler-worker';

/** Listens on every address of this machine, IPv4 and IPv6, and counts connections. */
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

/** Addresses and names of this machine and of internal networks, in many notations. */
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
const unspecified = ['0.0.0.0', '0', '[::]', 'localhost', '127。0。0。1', '%31%32%37.0.0.1'];
/** Some resolvers do not know this name: the request then fails before there is an address to refuse. */
const UNRESOLVED = 'LOCALHOST.';
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
const hosts = [
  ...new Set([...loopback, ...unspecified, ...ipv6, ...tunnels, ...inside, ...special, ...ownAddresses, UNRESOLVED]),
];

describe('webhook targets in internal networks', () => {
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

  it('are refused without a connection, in every notation', async () => {
    const targets = hosts.flatMap((host) => [`http://${host}:${canary.port}/`, `https://${host}:${canary.port}/x`]);
    const others = [
      `ftp://127.0.0.1:${canary.port}/`,
      `file:///etc/passwd`,
      `http://user:pass@127.0.0.1:${canary.port}/`,
    ];
    const all = [...targets, ...others];
    for (const target of all) await worker.addWebhook(target);
    await worker.record({});
    const firstAttempts = (): Promise<{ target: string; error: string }[]> =>
      worker.publishing.query(
        `select w.target_url as target, a.error from publishing.webhook_attempts a
         join publishing.webhook_deliveries d on d.id = a.delivery_id join publishing.webhooks w on w.id = d.webhook_id
         where a.attempt = 1`,
      );
    await until(async () => (await firstAttempts()).length === all.length);
    for (const { target, error } of await firstAttempts()) {
      const errors = target.includes(UNRESOLVED) ? '(TARGET_REFUSED|ENOTFOUND|EAI_AGAIN)' : 'TARGET_REFUSED';
      expect([target, error]).toEqual([target, expect.stringMatching(`^Request failed: ${errors}$`)]);
    }
    expect(canary.connections).toBe(0);
  });

  it('are refused for a name that resolves to a public address first and to loopback next', async () => {
    let lookups = 0;
    const outbound = new OutboundClient({
      guard: new AddressGuard([]),
      connectTimeoutMs: 200,
      connectionsPerOrigin: 10,
      resolve: async () => [{ address: lookups++ % 2 === 0 ? '8.8.8.8' : '127.0.0.1', family: 4 }],
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
      attemptsSinceReplay: 0,
      isTest: false,
      replayRequestedAt: null,
      requestId: null,
    };
    const { outcome } = await sender.send(endpoint, delivery, {
      bytes: Buffer.from('{}'),
      sequence: '1',
      traceParent: null,
    });
    expect(outcome).toMatchObject({ result: 'failed', error: 'Request failed: TARGET_REFUSED' });
    expect(lookups).toBe(2);
    expect(canary.connections).toBe(0);
    await outbound.destroy();
  });
});
