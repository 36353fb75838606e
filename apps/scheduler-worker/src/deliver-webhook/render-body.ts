import { contracts, DEFAULT_API_VERSION, isApiVersion, type SiteView } from '@almanac/api-versions';
import { MAIL_REQUESTED, type OutboxEvent, parseWebhookEvent, POST_MAILED } from '@almanac/outbox';

/** `{<resource>: {current, previous}}`, e.g. `{post: …}`; `{}` for the site. */
function payloadOf(outboxEvent: OutboxEvent, apiVersion: string, site: SiteView): object {
  // Webhooks cannot subscribe to these events.
  if (outboxEvent.event === MAIL_REQUESTED || outboxEvent.event === POST_MAILED) return {};
  const { resource } = parseWebhookEvent(outboxEvent.event);
  const { current = {}, previous = {} } = outboxEvent.payload;
  // The calendar has one version, so its snapshots are stored in the shape of the payload.
  if (resource === 'calendar.event') return { event: { current, previous } };
  if (resource === 'calendar.occurrence') return { occurrence: { current, previous } };
  if (resource === 'calendar.rsvp') return { rsvp: { current, previous } };
  const contract = contracts[isApiVersion(apiVersion) ? apiVersion : DEFAULT_API_VERSION];
  return contract.webhook.payload(resource, { current, previous }, site);
}

/**
 * Renders the body of a delivery in the API version of its webhook. `sequence` in the body is the revision of the changed resource (for an
 * occurrence, that of its event), so that receivers can drop a delivery that is older than the last one they processed.
 */
export function renderBody(outboxEvent: OutboxEvent, apiVersion: string, site: SiteView): Buffer {
  const payload = payloadOf(outboxEvent, apiVersion, site);
  for (const subject of Object.values(payload)) {
    if (typeof subject === 'object' && subject !== null)
      Object.assign(subject, { sequence: Number(outboxEvent.revision) });
  }
  return Buffer.from(JSON.stringify(payload));
}
