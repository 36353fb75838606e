import { type JsonSchema, listOf, text } from '@almanac/api-versions';
import { closedObject, count, instant, instantOrNull, type Operations, singleItem, textOrNull } from './operation';

const seconds: JsonSchema = { type: 'number' };

const backlog = closedObject({ count, oldest_age_seconds: seconds });

const webhook = closedObject({
  id: text,
  name: textOrNull,
  event: text,
  target_url: text,
  integration_id: textOrNull,
  status: { type: 'string', enum: ['available', 'disabled'] },
  failing_since: instantOrNull,
  disabled_at: instantOrNull,
  disabled_reason: textOrNull,
  last_triggered_at: instantOrNull,
  last_status: textOrNull,
  last_error: textOrNull,
});

const newsletter = closedObject({
  id: text,
  post_id: text,
  subject: text,
  status: { type: 'string', enum: ['pending', 'submitting', 'submitted', 'paused', 'cancelled', 'failed'] },
  recipients: count,
  sent: count,
  failed: count,
  error: textOrNull,
  created_at: instant,
});

const health = closedObject({
  version: { ...text, description: 'The version of this installation.' },
  due: {
    ...closedObject({ publish: backlog, unpublish: backlog }),
    description: 'Posts and pages that are due, but not published or unpublished yet.',
  },
  lateness: {
    ...listOf(closedObject({ at: instant, count, mean_seconds: seconds, max_seconds: seconds })),
    description:
      'How late posts and pages were published or unpublished, in intervals of five minutes over the last six hours.',
  },
  outbox: {
    ...closedObject({ unrelayed: count, oldest_age_seconds: seconds, incomplete: count }),
    description: 'Outbox events that the worker has not relayed yet, and relayed events whose jobs have not ended.',
  },
  deliveries: {
    ...closedObject({ waiting: count, due: count, oldest_age_seconds: seconds }),
    description: 'Webhook deliveries with an attempt to come, and how many attempts are due.',
  },
  webhooks: { ...listOf(webhook), description: 'At most 50 webhooks that fail or are disabled, the latest first.' },
  mails: {
    ...closedObject({
      waiting: count,
      oldest_age_seconds: seconds,
      failed: count,
      failures: listOf(closedObject({ id: text, template: text, reason: text, requested_at: instant })),
    }),
    description:
      'Single mails, e.g. with a sign-in link: how many are not sent yet, and how many of the last 24 hours were given up. ' +
      '`failures` lists at most 50.',
  },
  newsletters: {
    ...closedObject({ sending: count, failing: count, failing_seconds: seconds, failures: listOf(newsletter) }),
    description:
      'How many newsletters are being sent, how many of them cannot send any mail at the moment, and for how long. `failures` ' +
      'lists at most 50 newsletters of the last seven days that were not sent, or not to all recipients.',
  },
  migrations: closedObject({ pending: listOf(text), newer: listOf(text) }),
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
