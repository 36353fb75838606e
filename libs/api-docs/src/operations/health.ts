import {
  closedObject,
  instantOrNullSchema,
  instantSchema,
  integerSchema,
  type JsonSchema,
  listOf,
  stringOrNullSchema,
  stringSchema,
} from '@almanac/api-versions';
import { type Operations, singleItem } from './operation';

const secondsSchema: JsonSchema = { type: 'number' };

const backlog = closedObject({ count: integerSchema, oldest_age_seconds: secondsSchema });

const webhook = closedObject({
  id: stringSchema,
  name: stringOrNullSchema,
  event: stringSchema,
  target_url: stringSchema,
  integration_id: stringOrNullSchema,
  status: { type: 'string', enum: ['available', 'disabled'] },
  failing_since: instantOrNullSchema,
  disabled_at: instantOrNullSchema,
  disabled_reason: stringOrNullSchema,
  last_triggered_at: instantOrNullSchema,
  last_status: stringOrNullSchema,
  last_error: stringOrNullSchema,
});

const newsletter = closedObject({
  id: stringSchema,
  post_id: stringSchema,
  subject: stringSchema,
  status: { type: 'string', enum: ['pending', 'submitting', 'submitted', 'paused', 'cancelled', 'failed'] },
  recipients: integerSchema,
  sent: integerSchema,
  failed: integerSchema,
  error: stringOrNullSchema,
  created_at: instantSchema,
});

const health = closedObject({
  version: { ...stringSchema, description: 'The version of this installation.' },
  due: {
    ...closedObject({ publish: backlog, unpublish: backlog }),
    description: 'Posts and pages that are due, but not published or unpublished yet.',
  },
  lateness: {
    ...listOf(
      closedObject({
        at: instantSchema,
        count: integerSchema,
        mean_seconds: secondsSchema,
        max_seconds: secondsSchema,
      }),
    ),
    description:
      'How late posts and pages were published or unpublished, in intervals of five minutes over the last six hours.',
  },
  outbox: {
    ...closedObject({ unrelayed: integerSchema, oldest_age_seconds: secondsSchema, incomplete: integerSchema }),
    description: 'Outbox events that the worker has not relayed yet, and relayed events whose jobs have not ended.',
  },
  deliveries: {
    ...closedObject({ waiting: integerSchema, due: integerSchema, oldest_age_seconds: secondsSchema }),
    description: 'Webhook deliveries with an attempt to come, and how many attempts are due.',
  },
  webhooks: {
    ...listOf(webhook),
    description:
      'At most 50 webhooks that fail or are disabled; those that began to fail, or were disabled, most recently come first.',
  },
  mails: {
    ...closedObject({
      waiting: integerSchema,
      oldest_age_seconds: secondsSchema,
      failed: integerSchema,
      failures: listOf(
        closedObject({ id: stringSchema, template: stringSchema, reason: stringSchema, requested_at: instantSchema }),
      ),
    }),
    description:
      'Single mails, e.g. with a sign-in link: how many are not sent yet, and how many of the last 24 hours were given up. ' +
      '`failures` lists at most 50.',
  },
  newsletters: {
    ...closedObject({
      sending: integerSchema,
      failing: integerSchema,
      failing_seconds: secondsSchema,
      failures: listOf(newsletter),
    }),
    description:
      'How many newsletters are being sent, how many of them cannot send any mail at the moment, and for how long. `failures` ' +
      'lists at most 50 newsletters of the last seven days: those that failed, also for some recipients only; those that the worker ' +
      'stopped, e.g. because their post is no longer published; and those that wait, because they cannot be rendered or the mail ' +
      'server accepts no mail.',
  },
  migrations: {
    ...closedObject({ pending: listOf(stringSchema), newer: listOf(stringSchema) }),
    description: '`pending` migrations were not run yet; `newer` ones were run by a newer version of Almanac.',
  },
});

/** The operation that reads the state of the installation. */
export const healthOperations: Operations = {
  'GET health': {
    id: 'readHealth',
    tag: 'Installation',
    summary: 'Read the health of publishing, webhooks and mails',
    description: 'For the owner and administrators.',
    status: 200,
    response: { schema: singleItem('health', health) },
  },
};
