import { contracts, type JsonObject } from '@almanac/api-versions';
import { isWebhookEvent, parseWebhookEvent, type WebhookEvent } from '@almanac/outbox';
import { resolve } from 'node:path';
import { getGlobalDispatcher } from 'undici';
import { RecordedExchanges } from './exchange';
import { SiteUnderTest } from './site-under-test';
import { scriptOf, type WebhookStep, webhookSteps } from './webhook-steps';

const FOLDER = process.env.ALMANAC_EXCHANGES ?? resolve(__dirname, '../../../../shared/exchanges');
const recorded = new RecordedExchanges(FOLDER);

/** Keys that Almanac adds to those of Ghost 3: email fields, scheduled unpublishing, payments. */
const added = new Set([
  'email_subject',
  'email_recipient_filter',
  'send_email_when_published',
  'email',
  'unpublish_at',
  'payment',
]);

const keysOf = (part: object): string[] =>
  Object.keys(part)
    .filter((key) => !added.has(key))
    .sort();

/** The keys of the first tag and the first author, and of the primary ones. */
function keysInside(part: JsonObject): Record<string, string[]> {
  const nested = {
    tag: part.tags,
    author: part.authors,
    primaryTag: part.primary_tag,
    primaryAuthor: part.primary_author,
  };
  return Object.fromEntries(
    Object.entries(nested).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first ? [[name, keysOf(Object(first))]] : [];
    }),
  );
}

function asWebhookEvent(name: string): WebhookEvent {
  if (!isWebhookEvent(name)) throw new Error(`${name} is not a webhook event.`);
  return name;
}

/** An edit of settings that changes nothing records no event; Ghost sends `site.changed`. */
function eventsOf({ label, deliveries }: WebhookStep): string[] {
  return label === 'settings edit title' ? [] : deliveries.map(({ event }) => event).sort();
}

const suite = recorded.isAvailable ? describe : describe.skip;
if (!recorded.isAvailable)
  process.stderr.write(`\n  NO RECORDED WEBHOOKS at ${FOLDER}: this suite DOES NOT RUN here.\n`);

suite('the recorded webhook steps', () => {
  let site: SiteUnderTest;

  beforeAll(async () => {
    site = await SiteUnderTest.open(recorded);
  }, 120_000);

  afterAll(async () => {
    await site?.close();
    await getGlobalDispatcher().close();
  });

  const steps = recorded.isAvailable ? webhookSteps(FOLDER) : [];

  it.each(steps.map((step) => [step.label, step] as const))('%s', async (_label, step) => {
    const outboxEvents = await site.outboxEventsOf(scriptOf(step, step.step));
    expect(outboxEvents.map(({ event }) => event).sort()).toEqual(eventsOf(step));
    for (const outboxEvent of outboxEvents) {
      const recordedDelivery = step.deliveries.find(({ event }) => event === outboxEvent.event);
      const [subject, parts] = Object.entries(recordedDelivery?.body ?? {})[0] ?? [];
      const { resource } = parseWebhookEvent(asWebhookEvent(outboxEvent.event));
      if (resource === 'calendar.event' || resource === 'calendar.occurrence' || resource === 'calendar.rsvp')
        throw new Error('Ghost has no calendar events.');
      const payload = contracts.v3.webhook.payload(resource, outboxEvent.payload, site.view);
      expect(Object.keys(payload)).toEqual(subject === undefined ? [] : [subject]);
      if (subject === undefined || parts === undefined) continue;
      const actual = JSON.parse(JSON.stringify(payload))[subject];
      expect([outboxEvent.event, keysOf(actual.current)]).toEqual([outboxEvent.event, keysOf(parts.current)]);
      expect([outboxEvent.event, keysOf(actual.previous)]).toEqual([outboxEvent.event, keysOf(parts.previous)]);
      for (const part of ['current', 'previous'] as const) {
        expect([outboxEvent.event, part, keysInside(actual[part])]).toEqual([
          outboxEvent.event,
          part,
          keysInside(parts[part]),
        ]);
      }
    }
  });
});
