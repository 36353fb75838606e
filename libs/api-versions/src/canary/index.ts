import { isKnownIn } from '@almanac/resource-fields';
import type { ApiContract } from '../contract';
import { inputReadersOf } from './input-readers';
import { action } from './admin/action';
import { email, emailRecipient } from './admin/email';
import { error as adminError } from './admin/error';
import { apiKey, integration } from './admin/integration';
import { invite } from './admin/invite';
import { label } from './admin/label';
import { member } from './admin/member';
import { post as adminPost } from './admin/post';
import { permission, role } from './admin/role';
import { setting } from './admin/setting';
import { config, media, site, upload } from './admin/site-and-config';
import { tag as adminTag } from './admin/tag';
import { sessionUser, user } from './admin/user';
import { webhook, webhookAttempt, webhookDelivery } from './admin/webhook';
import { author } from './content/author';
import { error as contentError } from './content/error';
import { page } from './content/page';
import { post as contentPost } from './content/post';
import { settings } from './content/settings';
import { tag as contentTag } from './content/tag';
import { mailSettingsInQuery } from './mail-settings';
import { newsletterFor, tier } from './tiers-and-newsletters';
import { payload } from './webhook';

/** The contract of canary. The contracts of the other versions are derived from it by their differences. */
export const canary: ApiContract = {
  version: 'canary',
  content: {
    post: contentPost,
    page,
    tag: contentTag,
    author,
    tier,
    newsletter: newsletterFor('public'),
    settings,
    error: contentError,
  },
  admin: {
    post: adminPost,
    page: adminPost,
    tag: adminTag,
    user,
    sessionUser,
    role,
    permission,
    invite,
    member,
    label,
    tier,
    newsletter: newsletterFor('staff'),
    email,
    emailRecipient,
    integration,
    apiKey,
    webhook,
    webhookDelivery,
    webhookAttempt,
    setting,
    computedSettings: () => [],
    isComputedSetting: () => false,
    action,
    site,
    config,
    upload,
    media,
    error: adminError,
  },
  webhook: { payload: (resource, snapshots, site) => payload(canary, resource, snapshots, site) },
  inputReaders: inputReadersOf('canary'),
  behaviour: {
    makesOnlyFileUrlsAbsolute: false,
    hasPostsMetaTable: true,
    hasField: (field) => isKnownIn('canary', field),
    unknownSettings: new Set(),
    retiredSettings: new Set(),
    formatForHtml: 'lexical',
    acceptsHtmlForPages: true,
    showsPartBeforePaywall: true,
    staffFormats: 'mobiledoc',
    staffRelations: [],
    mailSettingsInQuery,
    oembedReturnsBookmarks: true,
    acceptsEveryIconFormat: true,
    addsImportLabel: true,
    writesHonourFormats: true,
  },
};
