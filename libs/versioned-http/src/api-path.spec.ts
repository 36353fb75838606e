import { isUnversioned, versionInPath, withVersionInPath } from './api-path';

describe('versionInPath', () => {
  it.each([
    ['/ghost/api/v3/content/posts/', 'v3'],
    ['/ghost/api/canary/content', 'canary'],
    ['//ghost//api/V2/content?key=a', 'v2'],
    ['/ghost/api/v3/contents/', undefined],
    ['/ghost/api/v9/content/posts/', undefined],
    ['/ghost/api/content/posts/', undefined],
    ['/other/ghost/api/v3/content/', undefined],
  ])('finds the version in %s: %s', (url, version) => {
    expect(versionInPath('content', url)).toBe(version);
    expect(versionInPath('admin', url)).toBeUndefined();
  });
});

describe('withVersionInPath', () => {
  it.each([
    ['/ghost/api/admin/posts/?a=1', 'v2.37', '/ghost/api/v2/admin/posts/?a=1'],
    ['/ghost/api/admin/posts/', undefined, '/ghost/api/canary/admin/posts/'],
    ['/ghost/api/admin/posts/', 'v9', '/ghost/api/admin/posts/'],
    ['/ghost/api/admin/posts/', 'v6.1', '/ghost/api/v5/admin/posts/'],
    ['/ghost/api/v4/admin/posts/?a=1', undefined, '/ghost/api/v5/admin/posts/?a=1'],
    ['/ghost/api/v4/content/posts/', undefined, '/ghost/api/v4/content/posts/'],
    ['/other/ghost/api/v4/admin/posts/', undefined, '/other/ghost/api/v4/admin/posts/'],
    ['/ghost/api/v3/admin/posts/', 'v2', '/ghost/api/v3/admin/posts/'],
    ['/ghost/api/content/posts/', 'v2', '/ghost/api/content/posts/'],
  ])('routes %s with Accept-Version %s as %s', (url, header, routed) => {
    const headers = header === undefined ? {} : { 'accept-version': header };
    expect(withVersionInPath('admin', { url, headers })).toBe(routed);
  });
});

describe('isUnversioned', () => {
  it('is true only for paths of the API without a version', () => {
    const urls = ['/ghost/api/admin/site/', '/ghost/api/admin', '/ghost/api/v3/admin/site/', '/ghost/api/administer/'];
    expect(urls.map((url) => isUnversioned('admin', url))).toEqual([true, true, false, false]);
  });
});
