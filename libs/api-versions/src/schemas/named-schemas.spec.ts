import { isKnownIn } from '@almanac/resource-fields';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { contracts } from '../contracts';
import { role, site, tag, user } from '../goldens/content-samples';
import { samples } from '../goldens/samples';
import type { JsonObject } from '../serialization/json';
import { apiVersions, type ApiVersion } from '../versions';
import { namedSchemas } from './named-schemas';

const checkers = new Map<string, Ajv>();

function checkerOf(version: ApiVersion, api: 'content' | 'admin'): Ajv {
  const known = checkers.get(`${version} ${api}`);
  if (known) return known;
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  ajv.addSchema({ components: { schemas: namedSchemas(contracts[version], api) }, $id: 'document' });
  checkers.set(`${version} ${api}`, ajv);
  return ajv;
}

function complaints(version: ApiVersion, api: 'content' | 'admin', schema: string, json: JsonObject): unknown {
  const validate = checkerOf(version, api).getSchema(`document#/components/schemas/${schema}`);
  if (!validate) return `There is no schema ${schema}.`;
  return validate(json) === true ? [] : validate.errors;
}

describe.each(apiVersions)('the schemas of %s', (version) => {
  const contract = contracts[version];
  const context = { contract, site };
  const everyFormat = { formats: ['mobiledoc', 'lexical', 'html', 'plaintext'] };

  it.each([
    ['Post', contract.content.post(samples.post, context, everyFormat)],
    ['Page', contract.content.page(samples.page, context)],
    ['Tag', contract.content.tag({ ...tag, count: { posts: 1 } }, context)],
    ['Author', contract.content.author(user, context)],
    ['Settings', contract.content.settings(samples.settings, site)],
  ])('describe a %s of the Content API', (schema, json) => {
    expect(complaints(version, 'content', schema, json)).toEqual([]);
  });

  it.each([
    ['Post', contract.admin.post(samples.post, context, everyFormat)],
    ['Page', contract.admin.page(samples.page, context)],
    ['Tag', contract.admin.tag(tag, context)],
    ['User', contract.admin.user(user, context)],
    ['SessionUser', contract.admin.sessionUser(user, context)],
    ['Role', contract.admin.role(role, context)],
    ['Invite', contract.admin.invite(samples.invite, context)],
    ['Member', contract.admin.member(samples.member, context)],
    ['Label', contract.admin.label(samples.label, context)],
    ['Email', contract.admin.email(samples.email, context)],
    ['EmailRecipient', contract.admin.emailRecipient(samples.recipient, context)],
    ['Integration', contract.admin.integration(samples.integration, context)],
    ['WebhookDelivery', contract.admin.webhookDelivery(samples.delivery, context)],
    ['Setting', contract.admin.setting(samples.setting, context)],
    ['Action', contract.admin.action(samples.action, context)],
  ])('describe a %s of the Admin API', (schema, json) => {
    expect(complaints(version, 'admin', schema, json)).toEqual([]);
  });

  it('accept only null for a key of a member that is not stored', () => {
    const of = (geolocation: string | null): unknown => complaints(version, 'admin', 'MemberInput', { geolocation });
    const isKnown = isKnownIn(version, { since: 'v5' });
    expect(of(null)).toEqual(isKnown ? [] : [expect.objectContaining({ keyword: 'additionalProperties' })]);
    expect(of('Lisbon')).not.toEqual([]);
  });

  it('refuse a key that the resource does not have', () => {
    const leak = { ...contract.content.author(user, context), email: 'ada@almanac.example' };
    expect(complaints(version, 'content', 'Author', leak)).toMatchObject([{ keyword: 'additionalProperties' }]);
  });
});
