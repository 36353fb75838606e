import { contracts, type JsonObject } from '@almanac/api-versions';
import { resolve } from 'node:path';
import { getGlobalDispatcher } from 'undici';
import { RecordedExchanges } from './exchange';
import { StagedSite } from './staged-site';
import { scriptOf, type WebhookStep, webhookSteps } from './webhook-steps';

const FOLDER = process.env.ALMANAC_EXCHANGES ?? resolve(__dirname, '../../../../shared/exchanges');
const recorded = new RecordedExchanges(FOLDER);

/** Keys of ours that rows B8, B9 and E add. */
const added = new Set(['email_subject', 'send_email_when_published', 'email', 'unpublish_at', 'payment']);

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

/** Row D29: an edit that changes nothing tells nobody. */
function eventsOf({ label, deliveries }: WebhookStep): string[] {
  return label === 'settings edit title' ? [] : deliveries.map(({ event }) => event).sort();
}

const suite = recorded.areThere ? describe : describe.skip;
if (!recorded.areThere) process.stderr.write(`\n  NO RECORDED WEBHOOKS at ${FOLDER}: this suite DOES NOT RUN here.\n`);

suite('the recorded webhook steps', () => {
  let site: StagedSite;

  beforeAll(async () => {
    site = await StagedSite.open(recorded);
  }, 120_000);

  afterAll(async () => {
    await site?.close();
    await getGlobalDispatcher().close();
  });

  const steps = recorded.areThere ? webhookSteps(FOLDER) : [];

  it.each(steps.map((step) => [step.label, step] as const))('%s', async (_label, step) => {
    const outboxEvents = await site.outboxEventsOf(scriptOf(step, step.step));
    expect(outboxEvents.map(({ event }) => event).sort()).toEqual(eventsOf(step));
    for (const outboxEvent of outboxEvents) {
      const twin = step.deliveries.find(({ event }) => event === outboxEvent.event);
      const [subject, parts] = Object.entries(twin?.body ?? {})[0] ?? [];
      const payload = contracts.v3.webhook.payload(outboxEvent.event, outboxEvent.payload, site.view);
      expect(Object.keys(payload)).toEqual(subject === undefined ? [] : [subject]);
      if (subject === undefined || parts === undefined) continue;
      const ours = JSON.parse(JSON.stringify(payload))[subject];
      expect([outboxEvent.event, keysOf(ours.current)]).toEqual([outboxEvent.event, keysOf(parts.current)]);
      expect([outboxEvent.event, keysOf(ours.previous)]).toEqual([outboxEvent.event, keysOf(parts.previous)]);
      for (const part of ['current', 'previous'] as const) {
        expect([outboxEvent.event, part, keysInside(ours[part])]).toEqual([
          outboxEvent.event,
          part,
          keysInside(parts[part]),
        ]);
      }
    }
  });
});
