import { contracts, DEFAULT_API_VERSION, isApiVersion, type SiteView } from '@almanac/api-versions';
import { type OutboxEvent } from '@almanac/outbox';

/** A snapshot, or null where it is empty: before an addition, after a deletion. */
function orNull(snapshot: unknown): object | null {
  return typeof snapshot === 'object' && snapshot !== null && Object.keys(snapshot).length > 0 ? snapshot : null;
}

/** `{post: {current, previous}}` with the name of the resource; `{}` for the site. */
function payloadOf({ event, payload }: OutboxEvent, apiVersion: string, site: SiteView): object {
  const snapshots = { current: orNull(payload.current), previous: orNull(payload.previous) };
  // The calendar has one version, so its snapshots are stored in the shape of the payload.
  if (event.startsWith('calendar.')) {
    return { event: { current: snapshots.current ?? {}, previous: snapshots.previous ?? {} } };
  }
  const contract = contracts[isApiVersion(apiVersion) ? apiVersion : DEFAULT_API_VERSION];
  return contract.webhook.payload(event, snapshots, site);
}

/**
 * Renders the body of a delivery in the API version of its webhook. `sequence` is the revision of the subject, so that
 * receivers can drop a delivery that is older than the last one they processed.
 */
export function renderBody(outboxEvent: OutboxEvent, apiVersion: string, site: SiteView): Buffer {
  const payload = payloadOf(outboxEvent, apiVersion, site);
  for (const subject of Object.values(payload)) {
    if (typeof subject === 'object' && subject !== null)
      Object.assign(subject, { sequence: Number(outboxEvent.revision) });
  }
  return Buffer.from(JSON.stringify(payload));
}
