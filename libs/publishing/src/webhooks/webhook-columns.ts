import { ValidationError } from '@almanac/errors';
import type { WebhookInput } from '@almanac/validation';
import { oneOf, type ColumnRule } from '../columns/assert-columns';
import { webhookEvents } from './webhook-events';

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** What the columns of a webhook take. */
export const webhookColumns: { [P in keyof WebhookInput]?: ColumnRule } = {
  event: { column: 'event', maxLength: 50, isRequired: true },
  targetUrl: {
    column: 'target_url',
    maxLength: 2000,
    isRequired: true,
    check: { name: 'isURL', passes: isHttpUrl },
  },
  name: { column: 'name', maxLength: 191 },
  secret: { column: 'secret', maxLength: 191 },
  apiVersion: { column: 'api_version', isRequired: true, check: oneOf('v2', 'v3', 'canary') },
};

/** @throws ValidationError saying which events there are */
export function assertKnownEvent(event: string): void {
  if (webhookEvents.has(event)) return;
  const isRemoved = event.startsWith('subscriber.');
  throw new ValidationError('Validation (isIn) failed for event', {
    context: 'webhooks.event',
    property: 'event',
    help: isRemoved
      ? 'Subscribers do not exist; use the member events.'
      : `Known events: ${[...webhookEvents].join(', ')}.`,
  });
}
