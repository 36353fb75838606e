import { siteView, type SiteView } from '@almanac/api-versions';
import type { SchemaName } from '@almanac/entities';
import { findOutboxEvents, type OutboxEvent, parseWebhookEvent } from '@almanac/outbox';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { Databases } from '../databases/databases';
import type { ClaimedDelivery } from './claim-deliveries';
import { renderBody } from './render-body';

const MAX_CACHE_BYTES = 16 * 1024 * 1024;
const SITE_TTL_MS = 5_000;

/** The body of a delivery, and the values of the event for its headers. */
export interface DeliveryBody {
  /** Serialized once, so that the signed bytes are the sent bytes. */
  bytes: Buffer;
  /** The revision of the event's subject, for the header `webhook-sequence`. `site.changed` has none: it is about no single resource. */
  sequence?: string;
  /** The trace of the request that caused the event. */
  traceParent: string | null;
}

/** Identifies one body: an event as one API version renders it. */
interface BodyKey {
  schema: SchemaName;
  outboxEventId: string;
  apiVersion: string;
}

/** The schema whose outbox contains the event of a delivery. Test events are in `publishing`, like the webhooks. */
function schemaOf({ event, isTest }: ClaimedDelivery): SchemaName {
  return parseWebhookEvent(event).resource.startsWith('calendar.') && !isTest ? 'calendar' : 'publishing';
}

function cacheKeyOf({ outboxEventId, apiVersion }: BodyKey): string {
  return `${outboxEventId} ${apiVersion}`;
}

function deliveryBody(event: OutboxEvent, apiVersion: string, site: SiteView): DeliveryBody {
  const bytes = renderBody(event, apiVersion, site);
  return {
    bytes,
    ...(event.subjectType !== 'site' && { sequence: event.revision }),
    traceParent: event.traceParent,
  };
}

/** Renders the bodies of deliveries. An event that goes to many endpoints is read and rendered once per API version. */
@Injectable()
export class DeliveryBodies {
  /** Combines the reads of concurrent calls. Its own cache contains only the reads that have not ended. */
  private readonly loader = new DataLoader<BodyKey, DeliveryBody | undefined, string>((keys) => this.render(keys), {
    cacheKeyFn: cacheKeyOf,
  });
  private readonly cache = new LRUCache<string, DeliveryBody>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  private readonly site = new LRUCache<'site', SiteView>({
    max: 1,
    ttl: SITE_TTL_MS,
    fetchMethod: () => this.readSite(),
  });

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
  ) {}

  /** @returns bodies by outbox event id, without the events that are no longer stored */
  async get(deliveries: readonly ClaimedDelivery[], apiVersion: string): Promise<Map<string, DeliveryBody>> {
    const bodies = new Map<string, DeliveryBody>();
    const load = async (delivery: ClaimedDelivery): Promise<void> => {
      const { outboxEventId } = delivery;
      const body = await this.load({ schema: schemaOf(delivery), outboxEventId, apiVersion });
      if (body) bodies.set(outboxEventId, body);
    };
    await Promise.all(deliveries.map(load));
    return bodies;
  }

  private async load(key: BodyKey): Promise<DeliveryBody | undefined> {
    const cached = this.cache.get(cacheKeyOf(key));
    if (cached) return cached;
    try {
      const body = await this.loader.load(key);
      if (body) this.cache.set(cacheKeyOf(key), body);
      return body;
    } finally {
      this.loader.clear(key);
    }
  }

  /** Reads the events with one statement for each schema, and renders them. */
  private async render(keys: readonly BodyKey[]): Promise<(DeliveryBody | undefined)[]> {
    const site = await this.site.forceFetch('site');
    const events = new Map<string, OutboxEvent>();
    for (const schema of ['publishing', 'calendar'] as const) {
      const ids = keys.filter((key) => key.schema === schema).map(({ outboxEventId }) => outboxEventId);
      if (ids.length === 0) continue;
      const found = await findOutboxEvents(this.databases.of(schema).manager, [...new Set(ids)]);
      for (const event of found) events.set(event.id, event);
    }
    return keys.map(({ outboxEventId, apiVersion }) => {
      const event = events.get(outboxEventId);
      return event && deliveryBody(event, apiVersion, site);
    });
  }

  private async readSite(): Promise<SiteView> {
    const [timezone] = await this.databases.publishing.query<{ value: string | null }[]>(
      `select value from publishing.settings where key = 'active_timezone'`,
    );
    return siteView(this.configuration.siteUrl, timezone?.value);
  }
}
