import { type SiteView } from '@almanac/api-versions';
import type { SchemaName } from '@almanac/entities';
import { findOutboxEvents, type OutboxEvent } from '@almanac/outbox';
import { Clock } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { bodyOf } from './body';
import type { ClaimedDelivery } from './claim-deliveries';
import { excerptOf } from './outcome';

const CACHED_BYTES = 16 * 1024 * 1024;
const SITE_TTL_MS = 5_000;

/** A body and what its headers need to know of the event. */
export interface DeliveryBody {
  /** Written out once: what is signed is what is sent. */
  bytes: Buffer;
  /** The beginning of it, for the delivery log. */
  excerpt: string;
  sequence: string;
  /** The trace of the request that caused the event. */
  traceParent: string | null;
}

type BodiesByEvent = Map<string, DeliveryBody>;

const keyOf = (outboxEventId: string, apiVersion: string): string => `${outboxEventId} ${apiVersion}`;

/** The schema whose outbox holds the event of a delivery; samples for tests stand beside the webhooks. */
function schemaOf({ event, isTest }: ClaimedDelivery): SchemaName {
  return event.startsWith('calendar.') && !isTest ? 'calendar' : 'publishing';
}

function sizeOf(body: DeliveryBody | undefined): number {
  return body ? body.bytes.length + body.excerpt.length : 0;
}

function deliveryBody(event: OutboxEvent, apiVersion: string, site: SiteView): DeliveryBody {
  const bytes = bodyOf(event, apiVersion, site);
  return { bytes, excerpt: excerptOf(bytes), sequence: event.revision, traceParent: event.traceParent };
}

/** Makes the bodies of deliveries. What goes to many endpoints, also in the same moment, is read and written out once. */
@Injectable()
export class Bodies {
  private readonly cache: BodiesByEvent = new Map();
  private readonly reading = new Map<string, Promise<BodiesByEvent>>();
  private size = 0;
  private site?: { view: SiteView; readAt: number };

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly clock: Clock,
  ) {}

  /** @returns bodies by event id; an event that is no longer kept has none */
  async of(deliveries: readonly ClaimedDelivery[], apiVersion: string): Promise<BodiesByEvent> {
    this.startReading(deliveries, apiVersion);
    const bodies: BodiesByEvent = new Map();
    const take = async ({ outboxEventId }: ClaimedDelivery): Promise<void> => {
      const key = keyOf(outboxEventId, apiVersion);
      const body = this.cache.get(key) ?? (await this.reading.get(key))?.get(key);
      if (body) bodies.set(outboxEventId, body);
    };
    await Promise.all(deliveries.map(take));
    return bodies;
  }

  /** Of what is neither known nor being read; whoever asks for it meanwhile waits for the same answer. */
  private startReading(deliveries: readonly ClaimedDelivery[], apiVersion: string): void {
    const unknown = deliveries.filter(({ outboxEventId }) => {
      const key = keyOf(outboxEventId, apiVersion);
      return !this.cache.has(key) && !this.reading.has(key);
    });
    if (unknown.length === 0) return;
    const bodies = this.readAll(unknown, apiVersion);
    for (const { outboxEventId } of unknown) this.reading.set(keyOf(outboxEventId, apiVersion), bodies);
    const end = (): void => {
      for (const { outboxEventId } of unknown) this.reading.delete(keyOf(outboxEventId, apiVersion));
    };
    bodies
      .then(
        (read) => this.keep(read),
        () => undefined,
      )
      .finally(end);
  }

  private async readAll(deliveries: readonly ClaimedDelivery[], apiVersion: string): Promise<BodiesByEvent> {
    const site = await this.readSite();
    const bodies: BodiesByEvent = new Map();
    for (const schema of ['publishing', 'calendar'] as const) {
      const ids = deliveries
        .filter((delivery) => schemaOf(delivery) === schema)
        .map(({ outboxEventId }) => outboxEventId);
      if (ids.length === 0) continue;
      for (const outboxEvent of await findOutboxEvents(this.databases.of(schema).manager, ids))
        bodies.set(keyOf(outboxEvent.id, apiVersion), deliveryBody(outboxEvent, apiVersion, site));
    }
    return bodies;
  }

  /** Keeps what was read for those who ask next, and forgets the oldest where that is too much. */
  private keep(bodies: BodiesByEvent): void {
    for (const [key, body] of bodies) {
      this.size += sizeOf(body) - sizeOf(this.cache.get(key));
      this.cache.set(key, body);
    }
    for (const [key, body] of this.cache) {
      if (this.size <= CACHED_BYTES) return;
      this.size -= sizeOf(body);
      this.cache.delete(key);
    }
  }

  private async readSite(): Promise<SiteView> {
    const now = this.clock.now().getTime();
    if (this.site && now - this.site.readAt < SITE_TTL_MS) return this.site.view;
    const [timezone] = await this.databases.publishing.query<{ value: string | null }[]>(
      `select value from publishing.settings where key = 'active_timezone'`,
    );
    const view = { url: this.configuration.siteUrl.replace(/\/$/, ''), timezone: timezone?.value ?? 'Etc/UTC' };
    this.site = { view, readAt: now };
    return view;
  }
}
