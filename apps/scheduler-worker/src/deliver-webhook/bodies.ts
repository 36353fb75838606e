import { type SiteView } from '@almanac/api-versions';
import { findFacts } from '@almanac/outbox';
import { Clock } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { bodyOf } from './body';
import type { ClaimedDelivery } from './claim-deliveries';

const cachedBytes = 16 * 1024 * 1024;
const siteTtlMs = 5_000;

/** A body and what its headers need to know of the fact. */
export interface DeliveryBody {
  /** Written out once: what is signed is what is sent. */
  bytes: Buffer;
  sequence: string;
}

/** Makes the bodies of deliveries. What goes to many endpoints is read and written out once. */
@Injectable()
export class Bodies {
  private readonly cache = new Map<string, DeliveryBody>();
  private size = 0;
  private site?: { view: SiteView; readAt: number };

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly clock: Clock,
  ) {}

  /** @returns bodies by fact id; a fact that is no longer kept has none */
  async of(deliveries: readonly ClaimedDelivery[], apiVersion: string): Promise<Map<string, DeliveryBody>> {
    const missing = deliveries.filter(({ factId }) => !this.cache.has(`${factId} ${apiVersion}`));
    const isCalendars = ({ event }: ClaimedDelivery): boolean => event.startsWith('calendar.');
    await this.read('calendar', missing.filter(isCalendars), apiVersion);
    await this.read(
      'publishing',
      missing.filter((delivery) => !isCalendars(delivery)),
      apiVersion,
    );
    const bodies = new Map<string, DeliveryBody>();
    for (const { factId } of deliveries) {
      const body = this.cache.get(`${factId} ${apiVersion}`);
      if (body) bodies.set(factId, body);
    }
    this.forgetOldest();
    return bodies;
  }

  private async read(
    schema: 'publishing' | 'calendar',
    deliveries: readonly ClaimedDelivery[],
    apiVersion: string,
  ): Promise<void> {
    if (deliveries.length === 0) return;
    const site = await this.readSite();
    const ids = deliveries.map(({ factId }) => factId);
    for (const fact of await findFacts(this.databases.of(schema).manager, ids)) {
      const body = { bytes: bodyOf(fact, apiVersion, site), sequence: fact.revision };
      const key = `${fact.id} ${apiVersion}`;
      this.size += body.bytes.length - (this.cache.get(key)?.bytes.length ?? 0);
      this.cache.set(key, body);
    }
  }

  private async readSite(): Promise<SiteView> {
    const now = this.clock.now().getTime();
    if (this.site && now - this.site.readAt < siteTtlMs) return this.site.view;
    const [timezone] = await this.databases.publishing.query<{ value: string | null }[]>(
      `select value from publishing.settings where key = 'active_timezone'`,
    );
    const view = { url: this.configuration.siteUrl.replace(/\/$/, ''), timezone: timezone?.value ?? 'Etc/UTC' };
    this.site = { view, readAt: now };
    return view;
  }

  private forgetOldest(): void {
    for (const [key, { bytes }] of this.cache) {
      if (this.size <= cachedBytes) return;
      this.size -= bytes.length;
      this.cache.delete(key);
    }
  }
}
