import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createObjectId, Webhook } from '@almanac/entities';
import {
  addPost,
  createTestDatabase,
  hasTestRedis,
  startTestRedis,
  type TestDatabase,
  warnAboutMissingRedis,
} from '@almanac/testing';
import { Redis } from 'ioredis';
import { configurationFor, startApp } from './scheduler-worker';

describe('the queue dashboard', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function withApp(
    settings: { nodeEnv: string; dashboardPassword?: string; trustProxy?: string },
    test: (app: NestFastifyApplication) => Promise<void>,
  ): Promise<void> {
    const app = await startApp(configurationFor(database.url, database.url, settings));
    try {
      await test(app);
    } finally {
      await app.close();
    }
  }
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  it('requires its password', async () => {
    await withApp({ nodeEnv: 'production', dashboardPassword: 'a long password' }, async (app) => {
      const refused = [{}, basic('admin:wrong'), basic('root:a long password'), { authorization: 'Bearer x' }];
      for (const headers of refused) {
        const response = await app.inject({ url: '/queues', headers });
        expect(response.statusCode).toBe(401);
        expect(response.headers['www-authenticate']).toContain('Basic');
      }
      expect((await app.inject({ url: '/queues', headers: basic('admin:a long password') })).statusCode).toBe(200);
    });
  });

  it('responds 429 to an address after ten wrong passwords, also to the right password, and serves other addresses', async () => {
    const settings = { nodeEnv: 'production', dashboardPassword: 'a long password', trustProxy: '1' };
    await withApp(settings, async (app) => {
      const request = (address: string, password?: string) => {
        const headers = { 'x-forwarded-for': address, ...(password && basic(`admin:${password}`)) };
        return app.inject({ url: '/queues', headers });
      };
      for (let index = 0; index < 10; index++) {
        expect((await request('192.0.2.1')).statusCode).toBe(401);
        expect((await request('192.0.2.1', `wrong ${index}`)).statusCode).toBe(401);
        expect((await request(`2001:db8:0:1::${index}`, 'wrong')).statusCode).toBe(401);
      }
      const refused = await request('192.0.2.1', 'a long password');
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await request('2001:db8:0:1:ffff::1', 'a long password')).statusCode).toBe(429);
      for (const other of ['192.0.2.2', '2001:db8:0:2::1'])
        expect((await request(other, 'a long password')).statusCode).toBe(200);
    });
  });

  it('shows scheduled posts, failing endpoints with their errors, and every queue', async () => {
    const publishing = await database.publishing();
    await addPost(publishing.manager, {
      title: 'Due <b>soon</b> & safe',
      status: 'scheduled',
      publishedAt: new Date(Date.now() + 3_600_000),
    });
    const webhook = publishing.manager.create(Webhook, {
      id: createObjectId(),
      event: 'post.added',
      targetUrl: 'https://receiver.example/hook?key=a-key-of-the-receiver',
      createdAt: new Date(),
      failingSinceAt: new Date('2026-01-02T03:04:05Z'),
      lastTriggeredError: 'The receiver responded 500.',
    });
    await publishing.manager.insert(Webhook, webhook);
    await withApp({ nodeEnv: 'development' }, async (app) => {
      const { body, headers } = await app.inject('/queues');
      expect(body).toContain('Due &lt;b&gt;soon&lt;/b&gt; &amp; safe');
      expect(body).toContain('https://receiver.example/hook<');
      expect(body).not.toContain('a-key-of-the-receiver');
      expect(body).toContain('The receiver responded 500.');
      expect(body).toContain('2026-01-02 03:04:05');
      const queues =
        'publish-due unpublish-due deliver-webhook retry-webhook send-mail mail-post extend-occurrences remove-expired';
      for (const name of queues.split(' ')) expect(body).toContain(`<td>${name}</td>`);
      expect(body).not.toMatch(/<script|src=|https?:\/\/(?!receiver\.example)/);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    });
  });

  it('shows the rest while the queue engine does not respond', async () => {
    if (!hasTestRedis()) return warnAboutMissingRedis('the dashboard without a response of the queue');
    const redis = await startTestRedis();
    const app = await startApp(configurationFor(database.url, redis.url, { nodeEnv: 'development' }));
    const control = new Redis(redis.url);
    await control.client('PAUSE', 6_000, 'ALL');
    const { statusCode, body } = await app.inject('/queues');
    expect([statusCode, body.includes('The queue engine does not respond.')]).toEqual([200, true]);
    expect(body).toContain('Webhook endpoints');
    await control.ping();
    await app.close();
    control.disconnect();
    await redis.stop();
  });

  it('is disabled in production without a password', async () => {
    await withApp({ nodeEnv: 'production' }, async (app) => {
      expect((await app.inject('/queues')).statusCode).toBe(404);
    });
  });

  it('is open in development without a password', async () => {
    await withApp({ nodeEnv: 'development' }, async (app) => {
      expect((await app.inject('/queues')).statusCode).toBe(200);
    });
  });
});
