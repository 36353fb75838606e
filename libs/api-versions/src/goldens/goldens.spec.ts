import { NotFoundError, ValidationError } from '@almanac/errors';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contracts } from '../contracts';
import type { ApiContract } from '../contract';
import type { JsonObject } from '../serialization/json';
import { apiVersions, type ApiVersion, from } from '../versions';
import { internalTag, role, site, tag, unsubscribeUrl, user } from './content-specimens';
import { specimens } from './specimens';

// Set by `npm run goldens`: only the versions that still get new fields are written anew, unless older versions are named too.
const UPDATED = process.env.UPDATE_GOLDENS;
const isUpdated = (version: ApiVersion): boolean =>
  UPDATED === 'all' || (UPDATED === 'newest' && from('v5').includes(version));

function goldensOf(contract: ApiContract): Record<string, unknown> {
  const view = { contract, site, unsubscribeUrl };
  const { content, admin, webhook } = contract;
  const { post, page, draft } = specimens;
  const everyFormat = { formats: ['mobiledoc', 'lexical', 'html', 'plaintext'] };
  const paywalled = '<p>For <b>all</b></p><!--members-only--><p>For some</p>';
  const refused = new ValidationError('Value in [posts.title] cannot be blank.', { context: 'posts.title' });
  return {
    'content-post': {
      whole: content.post(post, view),
      withoutRelations: content.post(post, view, { include: [] }),
      fields: content.post(post, view, { fields: ['title', 'id', 'url'], include: [] }),
      fieldsWithPage: content.post(post, view, { fields: ['id', 'page'], include: [] }),
      plaintext: content.post(post, view, { formats: ['plaintext'], include: [] }),
      bySlug: content.post(post, view, { leading: 'slug', fields: ['id'], include: ['tags'] }),
      gated: content.post(post, { ...view, isGated: () => true }, { ...everyFormat, include: [] }),
      absoluteUrls: content.post(post, { ...view, absoluteUrls: true }, { include: [] }),
    },
    'content-post-gated': content.post(
      { ...post, html: paywalled },
      { ...view, isGated: () => true },
      { ...everyFormat, include: [] },
    ),
    'content-page': content.page(page, view),
    'content-tag': { public: content.tag({ ...tag, count: { posts: 3 } }, view), internal: content.tag(internalTag, view) },
    'content-author': content.author({ ...user, count: { posts: 3 } }, view),
    'content-settings': content.settings(specimens.settings, site),
    'content-error': content.error(new NotFoundError('Post not found.'), {
      id: 'an-id',
      operation: { noun: 'post', verb: 'read' },
    }),
    'admin-post': {
      whole: admin.post(post, view, everyFormat),
      draft: admin.post(draft, view),
      fields: admin.post(draft, view, { fields: ['id', 'title', 'status', 'url'], include: [] }),
    },
    'admin-page': admin.page(page, view),
    'admin-tag': admin.tag({ ...tag, count: { posts: 3 } }, view),
    'admin-user': admin.user(user, view),
    'admin-session-user': admin.sessionUser(user, view),
    'admin-role': admin.role(role, view),
    'admin-invite': admin.invite(specimens.invite, view),
    'admin-member': admin.member(specimens.member, view),
    'admin-label': admin.label(specimens.label, view),
    'admin-email': admin.email({ ...specimens.email, content: { html: '<p>Hi</p>', plaintext: 'Hi' } }, view),
    'admin-email-recipient': admin.emailRecipient(specimens.recipient, view),
    'admin-integration': admin.integration(specimens.integration, view),
    'admin-webhook': admin.webhook(specimens.webhook, view),
    'admin-webhook-delivery': admin.webhookDelivery(specimens.delivery, view),
    'admin-setting': admin.setting(specimens.setting, view),
    'admin-action': {
      bare: admin.action(specimens.action, view),
      withResource: admin.action({ ...specimens.action, resource: { id: post.id, title: 'A post', slug: 'a-post' } }, view),
    },
    'admin-site': admin.site({ settings: specimens.settings, url: site.url }),
    'admin-config': admin.config({
      environment: 'production',
      database: 'postgresql',
      mail: 'SMTP',
      useGravatar: false,
      labs: { members: true },
    }),
    'admin-image': admin.image({ url: '/content/images/a.png', ref: null }, site.url),
    'admin-error': {
      inHandler: admin.error(refused, { id: 'an-id', operation: { noun: 'post', verb: 'browse' } }),
      before: admin.error(refused, { id: 'an-id' }),
    },
    'webhook-post-edited': webhook.payload(
      'post',
      { current: post, previous: { id: undefined, title: 'Before', updatedAt: specimens.post.createdAt } },
      site,
    ),
    'webhook-post-added': webhook.payload('post', { current: post, previous: {} }, site),
    'webhook-post-deleted': webhook.payload('post', { current: {}, previous: post }, site),
    'webhook-member-added': webhook.payload('member', { current: specimens.member, previous: {} }, site),
    'webhook-label-added': webhook.payload('label', { current: specimens.label, previous: {} }, site),
    'webhook-site-changed': webhook.payload('site', {}, site),
  };
}

function pathOf(version: ApiVersion, name: string): string {
  return join(__dirname, version, `${name}.json`);
}

const written = (golden: unknown): string => `${JSON.stringify(golden, null, 2)}\n`;

describe.each(apiVersions)('the responses of %s are those of its goldens', (version) => {
  const goldens = goldensOf(contracts[version]);

  it.each(Object.keys(goldens))('%s', (name) => {
    const path = pathOf(version, name);
    if (isUpdated(version)) {
      mkdirSync(join(__dirname, version), { recursive: true });
      writeFileSync(path, written(goldens[name]));
    }
    expect(existsSync(path)).toBe(true);
    expect(written(goldens[name])).toBe(readFileSync(path, 'utf8'));
  });
});

describe.each(apiVersions)('the goldens of %s', (version) => {
  const contract = contracts[version];
  const { content, admin } = contract;
  const view = { contract, site, unsubscribeUrl };
  const everything = {
    formats: ['html', 'plaintext', 'mobiledoc', 'lexical'],
    include: ['tags', 'authors', 'tiers', 'newsletter', 'count.clicks', 'almanac'],
  };
  const counted = { count: { posts: 3 } };

  const ofUsers = { include: ['roles', 'permissions', 'count.posts', 'networks'] };

  // Otherwise a new field could be missing in the goldens of every version.
  it.each<[string, readonly { name: string }[], JsonObject]>([
    ['post of the Content API', content.post.fields, content.post(specimens.post, view, everything)],
    ['post of the Admin API', admin.post.fields, admin.post(specimens.post, view, everything)],
    ['tag', admin.tag.fields, admin.tag({ ...tag, ...counted }, view)],
    ['user', admin.user.fields, admin.user({ ...user, ...counted, permissions: [] }, view, ofUsers)],
    ['member', admin.member.fields, admin.member(specimens.member, view)],
    ['setting', admin.setting.fields, admin.setting(specimens.setting, view)],
  ])('have every field of a %s', (_, fields, json) => {
    expect(Object.keys(json)).toEqual(fields.map(({ name }) => name));
  });
});
