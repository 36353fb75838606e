import { apiVersions } from '@almanac/api-versions';
import { DocumentedResponses, filesOfPage, servedAndCommittedDocument } from '@almanac/testing';
import { join } from 'node:path';
import { startTestService, type TestService } from './service';

const FOLDER = join(__dirname, '../openapi');

describe('the OpenAPI documents of the Content API', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it.each(apiVersions)('equal the committed files: %s', async (version) => {
    const { served, committed } = await servedAndCommittedDocument(service.app, FOLDER, version);
    expect(served).toBe(committed);
  });

  it.each(apiVersions)('are compared with the responses of the tests: %s', async (version) => {
    const documented = new DocumentedResponses(service.app, 'content');
    const wrong = {
      method: 'GET',
      url: `/ghost/api/${version}/content/posts/`,
      status: 200,
      type: 'application/json',
      body: '{}',
    };
    await expect(documented.assertDocumented(wrong)).rejects.toThrow('differs from its document');
  });

  it('are shown at /docs without files of other sites', async () => {
    expect(await filesOfPage(service.app, '/docs')).toEqual([
      { url: '/docs/swagger-ui.css', status: 200, type: 'text/css; charset=utf-8' },
      { url: '/docs/page.css', status: 200, type: 'text/css; charset=utf-8' },
      { url: '/docs/swagger-ui-bundle.js', status: 200, type: 'text/javascript; charset=utf-8' },
      { url: '/docs/page.js', status: 200, type: 'text/javascript; charset=utf-8' },
    ]);
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
