import { contracts, DEFAULT_API_VERSION, isApiVersion, type SiteView } from '@almanac/api-versions';
import { type OutboxEvent } from '@almanac/outbox';

const CALENDAR_EVENTS = 'calendar.';

/** Nothing was there: before it was added, after it was deleted. */
function orNull(snapshot: unknown): object | null {
  return typeof snapshot === 'object' && snapshot !== null && Object.keys(snapshot).length > 0 ? snapshot : null;
}

/** What is said about the subject, by its name: `{post: {current, previous}}`; `{}` for the site, which has no parts. */
function payloadOf({ event, payload }: OutboxEvent, apiVersion: string, site: SiteView): object {
  const snapshots = { current: orNull(payload.current), previous: orNull(payload.previous) };
  // The calendar has one version: its events are recorded as they are told.
  if (event.startsWith(CALENDAR_EVENTS)) {
    return { event: { current: snapshots.current ?? {}, previous: snapshots.previous ?? {} } };
  }
  const contract = contracts[isApiVersion(apiVersion) ? apiVersion : DEFAULT_API_VERSION];
  return contract.webhook.payload(event, snapshots, site);
}

/**
 * The body of a delivery: what the API version of its webhook says about the event, and the event's place in the sequence of
 * changes to its subject, so that a receiver can drop one that was overtaken.
 */
export function bodyOf(outboxEvent: OutboxEvent, apiVersion: string, site: SiteView): Buffer {
  const payload = payloadOf(outboxEvent, apiVersion, site);
  for (const subject of Object.values(payload)) {
    if (typeof subject === 'object' && subject !== null)
      Object.assign(subject, { sequence: Number(outboxEvent.revision) });
  }
  return Buffer.from(JSON.stringify(payload));
}
