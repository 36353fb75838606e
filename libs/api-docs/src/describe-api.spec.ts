import { apiVersions, type ApiVersion, contracts } from '@almanac/api-versions';
import { describeApi, type Route } from './describe-api';
import { adminOperations } from './operations/admin-operations';
import { contentOperations } from './operations/content-operations';

function routesOf(version: ApiVersion, api: 'content' | 'admin'): Route[] {
  const operations = api === 'content' ? contentOperations : adminOperations;
  return Object.keys(operations).map((key) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, path: `/ghost/api/${version}/${api}/${path.replace(/:(\w+)/g, '{$1}')}` };
  });
}

describe.each(apiVersions)('the document of %s', (version) => {
  it('is refused for a route without a description', () => {
    const stray = [{ method: 'GET', path: `/ghost/api/${version}/admin/widgets` }];
    expect(() => describeApi(contracts[version], 'admin', stray)).toThrow('The admin API serves GET widgets');
  });

  it('has paths that end in a slash, relative to the server', () => {
    const { paths, servers } = describeApi(contracts[version], 'content', routesOf(version, 'content'));
    expect(servers).toEqual([{ url: `/ghost/api/${version}/content` }]);
    expect(Object.keys(paths)).toContain('/posts/slug/{slug}/');
  });

  it.each(['content', 'admin'] as const)('names each operation of the %s API once', (api) => {
    const { paths, tags } = describeApi(contracts[version], api, routesOf(version, api));
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
    const names = tags.map(({ name }) => name);
    for (const operation of operations) expect(names).toContain(operation.tags[0]);
  });

  it('requires the keys of a resource that every full response has', () => {
    const { components } = describeApi(contracts[version], 'content', routesOf(version, 'content'));
    expect(components.schemas.Post?.required).toEqual(expect.arrayContaining(['id', 'title', 'html', 'url']));
    expect(components.schemas.Post?.required).not.toContain('tags');
    expect(components.schemas.Tag?.required).not.toContain('count');
  });
});

it.each([
  ['v2', 'Ghost 2'],
  ['v3', 'Ghost 3'],
  ['v5', 'Ghost 5'],
  ['canary', 'Ghost 3'],
] as const)('the document of %s names the compatible release, %s', (version, release) => {
  const { description } = describeApi(contracts[version], 'content', routesOf(version, 'content')).info;
  expect(description).toContain(`compatible with ${release};`);
});

it('the document of canary says that previews need no content key', () => {
  const { info, paths } = describeApi(contracts.canary, 'content', routesOf('canary', 'content'));
  expect(paths['/posts/preview/']?.get?.security).toEqual([]);
  expect(info.description).toContain('Operations with `security: []` need none.');
});

it('the document of v2 has no mail fields', () => {
  const document = JSON.stringify(describeApi(contracts.v2, 'admin', routesOf('v2', 'admin')));
  expect(document).not.toContain('send_email_when_published');
});

it('offers `include` only for the writes whose response depends on it', () => {
  const { paths } = describeApi(contracts.v5, 'admin', routesOf('v5', 'admin'));
  const writes = Object.entries(paths).flatMap(([path, { post, put }]) => [
    ...(post?.parameters.some(({ name }) => name === 'include') ? [`POST ${path}`] : []),
    ...(put?.parameters.some(({ name }) => name === 'include') ? [`PUT ${path}`] : []),
  ]);
  expect(writes.sort()).toEqual([
    ...['POST /pages/', 'POST /pages/{id}/copy/', 'POST /posts/', 'POST /posts/{id}/copy/', 'PUT /integrations/{id}/'],
    ...['PUT /pages/{id}/', 'PUT /posts/{id}/', 'PUT /users/{id}/'],
  ]);
});

it('names every relation of posts that readers of v5 can include', () => {
  const { paths } = describeApi(contracts.v5, 'content', routesOf('v5', 'content'));
  const include = paths['/posts/']?.get?.parameters.find(({ name }) => name === 'include');
  expect(include).toMatchObject({ example: 'tags,authors,tiers', description: expect.stringContaining('v5 only') });
});

it('authenticates the request of an external scheduler by its token only', () => {
  const { paths } = describeApi(contracts.v5, 'admin', routesOf('v5', 'admin'));
  const publish = paths['/schedules/{resource}/{id}/']?.put;
  expect(publish?.security).toEqual([]);
  expect(publish?.parameters).toContainEqual(expect.objectContaining({ name: 'token', required: true }));
});
