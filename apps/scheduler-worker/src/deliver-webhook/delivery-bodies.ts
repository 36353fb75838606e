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

/** Maximum events that one statement reads. It limits the memory that the payloads of long posts need. */
export const MAX_EVENTS_PER_READ = 20;
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

type BodyLoader = DataLoader<BodyKey, DeliveryBody | undefined, string>;

/** Renders the bodies of deliveries. An event that goes to many endpoints is read and rendered once per API version. */
@Injectable()
export class DeliveryBodies {
  /**
   * One loader per schema, because the schemas can be in different databases: while one of them is down, the events of the other are read.
   */
  private readonly loaders: Readonly<Record<SchemaName, BodyLoader>> = {
    publishing: this.createLoader('publishing'),
    calendar: this.createLoader('calendar'),
  };
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

  /**
   * The body of a delivery; undefined when its event is no longer stored.
   * @throws the driver's error when PostgreSQL cannot read the event
   */
  async load(delivery: ClaimedDelivery, apiVersion: string): Promise<DeliveryBody | undefined> {
    const key: BodyKey = { outboxEventId: delivery.outboxEventId, apiVersion };
    const cached = this.cache.get(cacheKeyOf(key));
    if (cached) return cached;
    const loader = this.loaders[schemaOf(delivery)];
    try {
      const body = await loader.load(key);
      if (body) this.cache.set(cacheKeyOf(key), body);
      return body;
    } finally {
      loader.clear(key);
    }
  }

  /** A loader that combines the reads of concurrent calls. The loader's own cache contains only the reads that have not ended. */
  private createLoader(schema: SchemaName): BodyLoader {
    return new DataLoader((keys) => this.render(schema, keys), {
      cacheKeyFn: cacheKeyOf,
      maxBatchSize: MAX_EVENTS_PER_READ,
    });
  }

  /** Reads the events with one statement, and renders them. */
  private async render(schema: SchemaName, keys: readonly BodyKey[]): Promise<(DeliveryBody | undefined)[]> {
    const site = await this.site.forceFetch('site');
    const ids = new Set(keys.map(({ outboxEventId }) => outboxEventId));
    const found = await findOutboxEvents(this.databases.of(schema).manager, [...ids]);
    const events = new Map(found.map((event) => [event.id, event]));
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
