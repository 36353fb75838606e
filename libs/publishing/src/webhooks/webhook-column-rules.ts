import { ValidationError } from '@almanac/errors';
import { isWebhookEvent, type WebhookEvent, webhookEvents } from '@almanac/outbox';
import { apiVersions } from '@almanac/resource-fields';
import type { WebhookInput } from '@almanac/validation';
import { oneOf, type ColumnRule } from '../columns/assert-columns';

/** `whsec_` and base64 that is not empty and has its padding (RFC 4648, section 4). Every library of Standard Webhooks can decode it. */
const STANDARD_SECRET = /^whsec_(?!$)(?:[\dA-Za-z+/]{4})*(?:[\dA-Za-z+/]{2}==|[\dA-Za-z+/]{3}=)?$/;

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The rules of the columns of a webhook, for `assertColumns`. */
export const webhookColumnRules: { [P in keyof WebhookInput]?: ColumnRule } = {
  event: { column: 'event', maxLength: 50, isRequired: true },
  targetUrl: {
    column: 'target_url',
    maxLength: 2000,
    isRequired: true,
    check: { name: 'isURL', passes: isHttpUrl },
  },
  name: { column: 'name', maxLength: 191 },
  secret: { column: 'secret', maxLength: 191 },
  apiVersion: { column: 'api_version', isRequired: true, check: oneOf(...apiVersions) },
};

/**
 * Checks a new secret. After `whsec_` it must be base64, as in Standard Webhooks, because receivers decode it. Any other string is valid,
 * as in Ghost. Stored secrets are not checked again.
 * @throws ValidationError
 */
export function assertSigningSecret(secret: string | null | undefined): void {
  if (!secret?.startsWith('whsec_') || STANDARD_SECRET.test(secret)) return;
  throw new ValidationError('Validation (isBase64) failed for secret', {
    context: 'webhooks.secret',
    property: 'secret',
    help: 'A secret that begins with whsec_ must continue with base64, e.g. 32 random bytes; any other secret is free text.',
  });
}

/** Checks that webhooks can subscribe to an event. @throws ValidationError whose help names the valid events */
export function assertKnownEvent(event: string): asserts event is WebhookEvent {
  if (isWebhookEvent(event)) return;
  // Ghost 2 had subscribers.
  const isRemoved = event.startsWith('subscriber.');
  throw new ValidationError('Validation (isIn) failed for event', {
    context: 'webhooks.event',
    property: 'event',
    help: isRemoved ? 'Subscribers do not exist; use the member events.' : `Known events: ${webhookEvents.join(', ')}.`,
  });
}
