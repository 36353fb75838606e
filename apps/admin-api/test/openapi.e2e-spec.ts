import { apiVersions } from '@almanac/api-versions';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';

// `npm run openapi` writes the files.
const IS_WRITING = process.env.UPDATE_OPENAPI === 'true';
const FOLDER = join(__dirname, '../openapi');

describe('the OpenAPI documents of the Admin API', () => {
  let api: AdminApiUnderTest;

  beforeAll(async () => {
    api = await startAdminApi();
  });

  afterAll(() => api.close());

  it.each(apiVersions)('equal the committed files: %s', async (version) => {
    const response = await api.app.inject({ method: 'GET', url: `/docs/${version}.json` });
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

  it('are shown at /docs without resources of other sites', async () => {
    const page = await api.app.inject({ method: 'GET', url: '/docs' });
    expect(page.statusCode).toBe(200);
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(loaded).toHaveLength(4);
    for (const url of loaded) expect(url).not.toMatch(/^(https?:)?\/\//);
    for (const url of loaded) {
      const asset = await api.app.inject({ method: 'GET', url });
      expect([url, asset.statusCode, asset.headers['content-type']]).toEqual([
        url,
        200,
        expect.stringMatching(/javascript|css|png/),
      ]);
    }
    expect((await api.app.inject({ method: 'GET', url: '/docs/package.json' })).statusCode).toBe(404);
  });
});

describe.each([
  ['production', false],
  ['development', true],
] as const)('the page of the documents in %s', (nodeEnv, hasCredentials) => {
  it(`contains ${hasCredentials ? 'the' : 'no'} credentials that are configured for it`, async () => {
    const environment = { nodeEnv, docsUserEmail: 'owner@example.com', docsUserPassword: 'a-password' };
    const api = await startAdminApi({ environment });
    try {
      const headers = { origin: 'https://elsewhere.example' };
      const page = await api.app.inject({ method: 'GET', url: '/docs', headers });
      expect(page.body.includes('a-password')).toBe(hasCredentials);
      expect(page.headers['access-control-allow-origin']).toBeUndefined();
    } finally {
      await api.close();
    }
  });
});
