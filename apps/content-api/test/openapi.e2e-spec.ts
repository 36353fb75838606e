import { apiVersions } from '@almanac/api-versions';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestService, type TestService } from './service';

// `npm run openapi` writes the files.
const IS_WRITING = process.env.UPDATE_OPENAPI === 'true';
const FOLDER = join(__dirname, '../openapi');

describe('the documents of the Content API', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it.each(apiVersions)('equal the committed ones: %s', async (version) => {
    const response = await service.app.inject({ method: 'GET', url: `/docs/${version}.json` });
    expect(response.statusCode).toBe(200);
    const path = join(FOLDER, `${version}.json`);
    const written = `${JSON.stringify(response.json(), null, 2)}\n`;
    if (IS_WRITING) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(path, written);
    }
    expect(existsSync(path)).toBe(true);
    expect(written).toBe(readFileSync(path, 'utf8'));
  });

  it('are shown at /docs without loading anything from another site', async () => {
    const page = await service.app.inject({ method: 'GET', url: '/docs' });
    expect(page.statusCode).toBe(200);
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(loaded).toHaveLength(4);
    for (const url of loaded) expect(url).not.toMatch(/^(https?:)?\/\//);
    for (const url of loaded) {
      const asset = await service.app.inject({ method: 'GET', url });
      expect([url, asset.statusCode, asset.headers['content-type']]).toEqual([
        url,
        200,
        expect.stringMatching(/javascript|css|png/),
      ]);
    }
    expect((await service.app.inject({ method: 'GET', url: '/docs/package.json' })).statusCode).toBe(404);
  });
});

describe.each([
  ['production', false],
  ['development', true],
] as const)('the page of the documents in %s', (nodeEnv, hasCredentials) => {
  it(`contains ${hasCredentials ? 'the' : 'no'} credentials that are configured for it`, async () => {
    const service = await startTestService({ nodeEnv, docsContentKey: 'a-content-key' });
    try {
      const { body } = await service.app.inject({ method: 'GET', url: '/docs' });
      expect(body.includes('a-content-key')).toBe(hasCredentials);
    } finally {
      await service.stop();
    }
  });
});
