import type { ActionView, ApiKeyView, EmailRecipientView, IntegrationView, InviteView, LabelView, MemberView, SettingView, WebhookDeliveryView, WebhookView } from '../views';
import { createdAt, dates, draft, email, page, post, role, updatedAt, user } from './content-samples';

// Samples of members, integrations, webhooks and the other resources of the Admin API, for the goldens.
const label: LabelView = {
  id: '6b0000000000000000000012',
  name: 'Patrons',
  slug: 'patrons',
  ...dates,
  count: { members: 1 },
};

const member: MemberView = {
  id: '6b0000000000000000000007',
  email: 'reader@almanac.example',
  name: 'Reader',
  note: null,
  subscribed: true,
  status: 'comped',
  newsletterName: 'Almanac',
  labels: [{ ...label, count: undefined }],
  ...dates,
  subscriptions: [
    {
      id: '6b0000000000000000000008',
      provider: 'complimentary',
      providerSubscriptionId: null,
      providerCustomerId: null,
      status: 'active',
      planId: null,
      planNickname: 'Complimentary',
      planAmount: 0,
      planCurrency: null,
      planInterval: null,
      startedAt: createdAt,
      currentPeriodEndAt: null,
      cancelAtPeriodEnd: false,
    },
  ],
};

const recipient: EmailRecipientView = {
  id: '6b0000000000000000000022',
  emailId: email.id,
  memberId: member.id,
  status: 'failed',
  attemptCount: 1,
  nextAttemptAt: null,
  error: '550 5.1.1 No such user',
  createdAt,
  processedAt: updatedAt,
  member: { id: member.id, email: 'reader@almanac.example', name: 'Reader' },
};

const webhook: WebhookView = {
  id: '6b0000000000000000000009',
  event: 'post.published',
  targetUrl: 'https://receiver.example/hook',
  name: null,
  secret: 'whsec',
  apiVersion: 'v3',
  integrationId: '6b000000000000000000000a',
  status: 'available',
  lastTriggeredAt: updatedAt,
  lastTriggeredStatus: '200',
  lastTriggeredError: null,
  ...dates,
};

const adminKey: ApiKeyView = {
  id: '6b000000000000000000000b',
  type: 'admin',
  secret: 'ab'.repeat(32),
  roleId: role.id,
  integrationId: '6b000000000000000000000a',
  lastSeenAt: null,
  lastSeenVersion: null,
  ...dates,
};

const integration: IntegrationView = {
  id: '6b000000000000000000000a',
  type: 'custom',
  name: 'Deploys',
  slug: 'deploys',
  iconImage: '/content/images/icon.png',
  description: null,
  ...dates,
  apiKeys: [adminKey],
  webhooks: [webhook],
};

const delivery: WebhookDeliveryView = {
  id: '6b000000000000000000000c',
  webhookId: webhook.id,
  outboxEventId: '6b000000000000000000000d',
  event: 'post.published',
  status: 'delivered',
  attemptCount: 1,
  isTest: false,
  nextAttemptAt: null,
  createdAt,
  completedAt: updatedAt,
  attempts: [
    {
      id: '6b000000000000000000000e',
      attempt: 1,
      isReplay: false,
      startedAt: createdAt,
      durationMs: 12,
      requestHeaders: { 'webhook-id': '6b000000000000000000000d' },
      requestBody: '{}',
      responseStatus: 200,
      responseBody: 'ok',
      error: null,
    },
  ],
};

const invite: InviteView = {
  id: '6b000000000000000000000f',
  roleId: role.id,
  status: 'sent',
  email: 'new@almanac.example',
  expiresAt: new Date('2026-03-08T10:00:00.000Z'),
  ...dates,
};

const setting: SettingView = {
  id: '6b0000000000000000000010',
  key: 'amp',
  value: 'true',
  type: 'blog',
  ...dates,
};

const action: ActionView = {
  id: '6b0000000000000000000011',
  resourceId: post.id,
  resourceType: 'post',
  actorId: user.id,
  actorType: 'user',
  event: 'edited',
  createdAt,
};

const settings = new Map<string, string | null>([
  ['title', 'Almanac'],
  ['description', ''],
  ['logo', '/content/images/logo.png'],
  ['accent_color', '#15171a'],
  ['labs', '{"members":true}'],
  ['default_locale', 'en'],
  ['active_timezone', 'Europe/Paris'],
  ['navigation', '[{"label":"Home","url":"/"}]'],
  ['secondary_navigation', '[{"label":"Imprint","url":"/imprint/"}]'],
  ['codeinjection_head', '<meta name="x">'],
]);

export const samples = {
  email,
  recipient,
  post,
  page,
  draft,
  member,
  label,
  webhook,
  adminKey,
  integration,
  delivery,
  invite,
  setting,
  action,
  settings,
};
