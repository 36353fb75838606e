import { type AdminApiUnderTest, startAdminApi } from './admin-api';

describe('the Console', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  it('has one address, with a slash at the end', async () => {
    for (const path of ['/console', '/console?x=1']) {
      const { status, headers } = await api.anonymous.get(path);
      expect([path, status, headers.location]).toEqual([path, 302, '/console/']);
    }
  });

  it.each(['/console/', '/console/?x=1', '/console/posts', '/console/reset/token'])(
    'answers %s with its page, or with a page that it is being built',
    async (path) => {
      const { status, headers, text } = await api.anonymous.get(path);
      expect([200, 503]).toContain(status);
      expect(headers['content-type']).toMatch(/^text\/html/i);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src [^ ]+\/console\/assets\/;/);
      expect(text).toMatch(/^<!doctype html>/i);
    },
  );

  it('does not let browsers cache the 404 of a file of another version', async () => {
    const missing = await api.anonymous.get('/console/assets/index-of-another-version.js');
    expect(missing.status).toBe(404);
    expect(missing.headers['cache-control']).toContain('no-store');
  });
});
