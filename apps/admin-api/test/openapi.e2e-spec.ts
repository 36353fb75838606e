import { apiVersions } from '@almanac/api-versions';
import { DocumentedResponses, filesOfPage, servedAndCommittedDocument } from '@almanac/testing';
import { join } from 'node:path';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';

const FOLDER = join(__dirname, '../openapi');

describe('the OpenAPI documents of the Admin API', () => {
  let api: AdminApiUnderTest;

  beforeAll(async () => {
    api = await startAdminApi();
  });

  afterAll(() => api.close());

  it.each(apiVersions)('equal the committed files: %s', async (version) => {
    const { served, committed } = await servedAndCommittedDocument(api.app, FOLDER, version);
    expect(served).toBe(committed);
  });

  it.each(apiVersions)('are compared with the responses of the tests: %s', async (version) => {
    const documented = new DocumentedResponses(api.app, 'admin');
    const wrong = {
      method: 'GET',
      url: `/ghost/api/${version}/admin/posts/`,
      status: 200,
      type: 'application/json',
      body: '{}',
    };
    await expect(documented.assertDocumented(wrong)).rejects.toThrow('differs from its document');
  });

  it('are shown at /docs without files of other sites', async () => {
    expect(await filesOfPage(api.app, '/docs')).toEqual([
      { url: '/docs/swagger-ui.css', status: 200, type: 'text/css; charset=utf-8' },
      { url: '/docs/page.css', status: 200, type: 'text/css; charset=utf-8' },
      { url: '/docs/swagger-ui-bundle.js', status: 200, type: 'text/javascript; charset=utf-8' },
      { url: '/docs/page.js', status: 200, type: 'text/javascript; charset=utf-8' },
    ]);
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
