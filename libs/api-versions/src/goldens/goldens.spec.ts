import { NotFoundError, ValidationError } from '@almanac/errors';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contracts } from '../contracts';
import type { ApiContract } from '../contract';
import type { JsonObject } from '../serialization/json';
import { apiVersions, type ApiVersion } from '../versions';
import { internalTag, role, site, tag, unsubscribeUrl, user } from './content-samples';
import { samples } from './samples';

// Set by `npm run goldens`, which writes the goldens of canary; with `--older-versions`, those of all versions.
const UPDATED = process.env.UPDATE_GOLDENS;
const isUpdated = (version: ApiVersion): boolean =>
  UPDATED === 'all' || (UPDATED === 'newest' && version === 'canary');

function goldensOf(contract: ApiContract): Record<string, unknown> {
  const context = { contract, site, unsubscribeUrl };
  const { content, admin, webhook } = contract;
  const { post, page, draft } = samples;
  const everyFormat = { formats: ['mobiledoc', 'lexical', 'html', 'plaintext'] };
  const paywalled = '<p>For <b>all</b></p><!--members-only--><p>For some</p>';
  const refused = new ValidationError('Value in [posts.title] cannot be blank.', { context: 'posts.title' });
  return {
    'content-post': {
      whole: content.post(post, context),
      withoutRelations: content.post(post, context, { include: [] }),
      fields: content.post(post, context, { fields: ['title', 'id', 'url'], include: [] }),
      fieldsWithPage: content.post(post, context, { fields: ['id', 'page'], include: [] }),
      plaintext: content.post(post, context, { formats: ['plaintext'], include: [] }),
      bySlug: content.post(post, context, { leading: 'slug', fields: ['id'], include: ['tags'] }),
      gated: content.post(post, { ...context, isGated: () => true }, { ...everyFormat, include: [] }),
      absoluteUrls: content.post(post, { ...context, absoluteUrls: true }, { include: [] }),
    },
    'content-post-gated': content.post(
      { ...post, html: paywalled },
      { ...context, isGated: () => true },
      { ...everyFormat, include: [] },
    ),
    'content-page': content.page(page, context),
    'content-tag': { public: content.tag({ ...tag, count: { posts: 3 } }, context), internal: content.tag(internalTag, context) },
    'content-author': content.author({ ...user, count: { posts: 3 } }, context),
    'content-settings': content.settings(samples.settings, site),
    'content-error': content.error(new NotFoundError('Post not found.'), {
      id: 'an-id',
      operation: { noun: 'post', action: 'read' },
    }),
    'admin-post': {
      whole: admin.post(post, context, everyFormat),
      draft: admin.post(draft, context),
      fields: admin.post(draft, context, { fields: ['id', 'title', 'status', 'url'], include: [] }),
    },
    'admin-page': admin.page(page, context),
    'admin-tag': admin.tag({ ...tag, count: { posts: 3 } }, context),
    'admin-user': admin.user(user, context),
    'admin-session-user': admin.sessionUser(user, context),
    'admin-role': admin.role(role, context),
    'admin-invite': admin.invite(samples.invite, context),
    'admin-member': admin.member(samples.member, context),
    'admin-label': admin.label(samples.label, context),
    'admin-email': admin.email({ ...samples.email, content: { html: '<p>Hi</p>', plaintext: 'Hi' } }, context),
    'admin-email-recipient': admin.emailRecipient(samples.recipient, context),
    'admin-integration': admin.integration(samples.integration, context),
    'admin-webhook': admin.webhook(samples.webhook, context),
    'admin-webhook-delivery': admin.webhookDelivery(samples.delivery, context),
    'admin-setting': admin.setting(samples.setting, context),
    'admin-action': {
      bare: admin.action(samples.action, context),
      withResource: admin.action({ ...samples.action, resource: { id: post.id, title: 'A post', slug: 'a-post' } }, context),
    },
    'admin-site': admin.site({ settings: samples.settings, url: site.url }),
    'admin-config': admin.config({
      environment: 'production',
      database: 'postgresql',
      mail: 'SMTP',
      useGravatar: false,
      labs: { members: true },
    }),
    'admin-image': admin.upload({ url: '/content/images/a.png', ref: null }, site.url),
    'admin-error': {
      inHandler: admin.error(refused, { id: 'an-id', operation: { noun: 'post', action: 'browse' } }),
      before: admin.error(refused, { id: 'an-id' }),
    },
    'webhook-post-edited': webhook.payload(
      'post',
      { current: post, previous: { id: undefined, title: 'Before', updatedAt: samples.post.createdAt } },
      site,
    ),
    'webhook-post-added': webhook.payload('post', { current: post, previous: {} }, site),
    'webhook-post-deleted': webhook.payload('post', { current: {}, previous: post }, site),
    'webhook-member-added': webhook.payload('member', { current: samples.member, previous: {} }, site),
    'webhook-label-added': webhook.payload('label', { current: samples.label, previous: {} }, site),
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
  const context = { contract, site, unsubscribeUrl };
  const everything = {
    formats: ['html', 'plaintext', 'mobiledoc', 'lexical'],
    include: ['tags', 'authors', 'tiers', 'newsletter', 'count.clicks', 'almanac'],
  };
  const counted = { count: { posts: 3 } };

  const ofUsers = { include: ['roles', 'permissions', 'count.posts', 'networks'] };

  // Otherwise a new field could be missing in the goldens of every version.
  it.each<[string, readonly { name: string }[], JsonObject]>([
    ['post of the Content API', content.post.fields, content.post(samples.post, context, everything)],
    ['post of the Admin API', admin.post.fields, admin.post(samples.post, context, everything)],
    ['tag', admin.tag.fields, admin.tag({ ...tag, ...counted }, context)],
    ['user', admin.user.fields, admin.user({ ...user, ...counted, permissions: [] }, context, ofUsers)],
    ['member', admin.member.fields, admin.member(samples.member, context)],
    ['setting', admin.setting.fields, admin.setting(samples.setting, context)],
  ])('have every field of a %s', (_, fields, json) => {
    expect(Object.keys(json)).toEqual(fields.map(({ name }) => name));
  });
});
