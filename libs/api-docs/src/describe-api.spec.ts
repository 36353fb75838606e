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
    expect(() => describeApi(contracts[version], 'admin', stray)).toThrow('GET widgets is served by the admin API');
  });

  it('ends every path in a slash, as clients request it', () => {
    const { paths } = describeApi(contracts[version], 'content', routesOf(version, 'content'));
    expect(Object.keys(paths)).toContain(`/ghost/api/${version}/content/posts/slug/{slug}/`);
  });
});

it('the document of v2 has no mail fields', () => {
  const document = JSON.stringify(describeApi(contracts.v2, 'admin', routesOf('v2', 'admin')));
  expect(document).not.toContain('send_email_when_published');
});
