import { Logger } from '@almanac/platform';
import { addIntegration, createTestDatabase, requestsWith, secretsIn, type TestDatabase } from '@almanac/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import jwt from 'jsonwebtoken';
import { startContentApi } from './service';
import { setImmediate as nextTurn } from 'node:timers/promises';

describe('the log', () => {
  const lines: string[] = [];
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let secrets: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { contentKey } = await addIntegration((await database.publishing()).manager);
    secrets = {
      'content key': contentKey.secret,
      'member token': jwt.sign({ sub: 'a@example.com' }, 'x'.repeat(32), { audience: 'https://site.example' }),
      password: 'Sup3rS3cret!42',
    };
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = Logger.create({ service: 'content-api', level: 'trace', destination });
    app = await startContentApi(database.url, {}, undefined, logger);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it.each(['/ghost/api/v3/content/posts/', '/ghost/api/v3/content/settings/', '/ghost/api/nowhere/'])(
    'contains no secret of a request to %s that succeeds, is refused or fails (A9)',
    async (path) => {
      const source = await database.publishing();
      const send = async (): Promise<void> => {
        for (const secret of Object.values(secrets)) {
          for (const request of requestsWith(secret, path)) await app.inject(request);
        }
      };
      await send();
      await source.query('alter table publishing.posts rename to posts_gone');
      await send();
      await source.query('alter table publishing.posts_gone rename to posts');
      expect(lines.length).toBeGreaterThan(100);
      expect(secretsIn(lines.join(''), secrets)).toEqual([]);
    },
  );

  it('contains no key with an encoded name', async () => {
    const response = await app.inject(`/ghost/api/v3/content/posts/?k%65y=${secrets['content key'] ?? ''}&limit=1`);
    expect(response.statusCode).toBe(200);
    // The line of a request is written at the end of the turn of the event loop.
    await nextTurn();
    const last = JSON.parse(lines.at(-1) ?? '{}') as { url?: string };
    expect(last.url).toBe('/ghost/api/v3/content/posts/?key=[redacted]&limit=1');
  });
});
