import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { configurationFor, startApp } from './scheduler-worker';

describe('the queue dashboard', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function withApp(
    settings: { nodeEnv: string; dashboardPassword?: string },
    look: (app: NestFastifyApplication) => Promise<void>,
  ): Promise<void> {
    const app = await startApp(configurationFor(database.url, database.url, settings));
    try {
      await look(app);
    } finally {
      await app.close();
    }
  }
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  it('asks for its password, on its page and on its data', async () => {
    await withApp({ nodeEnv: 'production', dashboardPassword: 'a long password' }, async (app) => {
      for (const url of ['/queues', '/queues/api/queues']) {
        const refused = [{}, basic('admin:wrong'), basic('root:a long password'), { authorization: 'Bearer x' }];
        for (const headers of refused) {
          const answer = await app.inject({ url, headers });
          expect(answer.statusCode).toBe(401);
          expect(answer.headers['www-authenticate']).toContain('Basic');
        }
        expect((await app.inject({ url, headers: basic('admin:a long password') })).statusCode).toBe(200);
      }
      const { queues } = (
        await app.inject({ url: '/queues/api/queues', headers: basic('admin:a long password') })
      ).json();
      expect(queues.map(({ name }: { name: string }) => name)).toContain('deliver-webhook');
    });
  });

  it('carries out what is asked of it, and under the headers of every answer', async () => {
    await withApp({ nodeEnv: 'production', dashboardPassword: 'a long password' }, async (app) => {
      const headers = basic('admin:a long password');
      const paused = await app.inject({ method: 'PUT', url: '/queues/api/queues/send-mail/pause', headers });
      expect(paused.statusCode).toBe(200);
      expect(paused.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
      const { queues } = (await app.inject({ url: '/queues/api/queues', headers })).json();
      expect(queues).toContainEqual(expect.objectContaining({ name: 'send-mail', isPaused: true }));
      const added = await app.inject({
        method: 'POST',
        url: '/queues/api/queues/send-mail/add',
        headers,
        payload: { name: 'send-mail', data: { schema: 'publishing' }, options: {} },
      });
      expect(added.json()).toMatchObject({ job: { data: { schema: 'publishing' } } });
    });
  });

  it('is shut in production without a password', async () => {
    await withApp({ nodeEnv: 'production' }, async (app) => {
      expect((await app.inject('/queues')).statusCode).toBe(404);
      expect((await app.inject('/queues/api/queues')).statusCode).toBe(404);
    });
  });

  it('is open in development without a password', async () => {
    await withApp({ nodeEnv: 'development' }, async (app) => {
      expect((await app.inject('/queues')).statusCode).toBe(200);
    });
  });
});
