import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { contracts } from '../contracts';
import { role, site, specimens, tag, user } from '../goldens/specimens';
import type { JsonObject } from '../serialization/serializer';
import { apiVersions, type ApiVersion } from '../versions';
import { adminOperations } from './admin-operations';
import { contentOperations } from './content-operations';
import { describeApi, type Route } from './describe-api';

function routesOf(version: ApiVersion, api: 'content' | 'admin'): Route[] {
  const operations = api === 'content' ? contentOperations : adminOperations;
  return Object.keys(operations).map((key) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, path: `/ghost/api/${version}/${api}/${path.replace(/:(\w+)/g, '{$1}')}` };
  });
}

const checkers = new Map<string, Ajv>();

function checkerOf(version: ApiVersion, api: 'content' | 'admin'): Ajv {
  const known = checkers.get(`${version} ${api}`);
  if (known) return known;
  const document = describeApi(contracts[version], api, routesOf(version, api));
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  ajv.addSchema({ ...document, $id: 'document' });
  checkers.set(`${version} ${api}`, ajv);
  return ajv;
}

function complaints(version: ApiVersion, api: 'content' | 'admin', schema: string, json: JsonObject): unknown {
  const validate = checkerOf(version, api).getSchema(`document#/components/schemas/${schema}`);
  if (!validate) return `There is no schema ${schema}.`;
  return validate(json) === true ? [] : validate.errors;
}

describe.each(apiVersions)('the documents of %s', (version) => {
  const contract = contracts[version];
  const view = { contract, site };
  const everyFormat = { formats: ['mobiledoc', 'html', 'plaintext'] };

  it.each([
    ['Post', contract.content.post(specimens.post, view, everyFormat)],
    ['Page', contract.content.page(specimens.page, view)],
    ['Tag', contract.content.tag({ ...tag, count: { posts: 1 } }, view)],
    ['Author', contract.content.author(user, view)],
    ['Settings', contract.content.settings(specimens.settings, site)],
  ])('describe a %s of the Content API', (schema, json) => {
    expect(complaints(version, 'content', schema, json)).toEqual([]);
  });

  it.each([
    ['Post', contract.admin.post(specimens.post, view, everyFormat)],
    ['Page', contract.admin.page(specimens.page, view)],
    ['Tag', contract.admin.tag(tag, view)],
    ['User', contract.admin.user(user, view)],
    ['SessionUser', contract.admin.sessionUser(user, view)],
    ['Role', contract.admin.role(role, view)],
    ['Invite', contract.admin.invite(specimens.invite, view)],
    ['Member', contract.admin.member(specimens.member, view)],
    ['Integration', contract.admin.integration(specimens.integration, view)],
    ['WebhookDelivery', contract.admin.webhookDelivery(specimens.delivery, view)],
    ['Setting', contract.admin.setting(specimens.setting, view)],
    ['Action', contract.admin.action(specimens.action, view)],
  ])('describe a %s of the Admin API', (schema, json) => {
    expect(complaints(version, 'admin', schema, json)).toEqual([]);
  });

  it('refuse what an answer must not have', () => {
    const leak = { ...contract.content.author(user, view), email: 'ada@almanac.example' };
    expect(complaints(version, 'content', 'Author', leak)).toMatchObject([{ keyword: 'additionalProperties' }]);
  });

  it('know every route they are given', () => {
    const stray = [{ method: 'GET', path: `/ghost/api/${version}/admin/widgets` }];
    expect(() => describeApi(contract, 'admin', stray)).toThrow('GET widgets is served by the admin API');
  });

  it('list the paths as clients write them', () => {
    const { paths } = describeApi(contract, 'content', routesOf(version, 'content'));
    expect(Object.keys(paths)).toContain(`/ghost/api/${version}/content/posts/slug/{slug}/`);
  });
});

it('the document of v2 does not speak of mails', () => {
  const document = JSON.stringify(describeApi(contracts.v2, 'admin', routesOf('v2', 'admin')));
  expect(document).not.toContain('send_email_when_published');
});
