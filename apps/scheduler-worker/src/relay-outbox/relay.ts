import { type SchemaName } from '@almanac/entities';
import { claimUnrelayedEvents, type OutboxEventHeader, markRelayed, reclaimIncompleteEvents } from '@almanac/outbox';
import { Logger, recordSpan } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { RightOfWay } from '../sweep/right-of-way';
import { Announcements } from './announce';
import { fanOutToWebhooks, type RungEndpoint } from './fan-out';
import { openEvents } from './routes';

const BATCH_SIZE = 500;

/** A job that was not done this long after it was announced is announced again. */
const INCOMPLETE_AFTER_MS = 60_000;

function idsOf(outboxEvents: readonly OutboxEventHeader[]): string[] {
  return outboxEvents.map(({ id }) => id);
}

/** A span in the trace of each event: one batch relays events of many traces. */
function recordRelaySpans(events: readonly OutboxEventHeader[], startTime: number): void {
  for (const { id, event, traceParent: parent } of events) {
    if (parent !== null) recordSpan('relay outbox event', { parent, startTime, attributes: { event, 'event.id': id } });
  }
}

/** Takes events out of an outbox: writes their deliveries, then rings the bells for what is to be done. */
@Injectable()
export class Relay {
  constructor(
    private readonly databases: Databases,
    private readonly announcements: Announcements,
    private readonly rightOfWay: RightOfWay,
    private readonly logger: Logger,
  ) {}

  /** Relays until nothing is left; publishing goes before it. */
  async relayAll(schema: SchemaName): Promise<void> {
    do await this.rightOfWay.give();
    while ((await this.relayBatch(schema)) === BATCH_SIZE);
  }

  /** Announces again what a queue seems to have lost. */
  async relayLostAgain(schema: SchemaName): Promise<void> {
    const { manager } = this.databases.of(schema);
    const outboxEvents = await reclaimIncompleteEvents(manager, INCOMPLETE_AFTER_MS, BATCH_SIZE);
    if (outboxEvents.length === 0) return;
    this.logger.warn('Announcing again what is not done.', { schema, outboxEvents: outboxEvents.length });
    await this.announcements.announceEvents(schema, outboxEvents);
  }

  private async relayBatch(schema: SchemaName): Promise<number> {
    const startTime = Date.now();
    let endpoints: RungEndpoint[] = [];
    let open: OutboxEventHeader[] = [];
    const outboxEvents = await this.databases.of(schema).transaction(async (manager) => {
      const claimed = await claimUnrelayedEvents(manager, BATCH_SIZE);
      if (claimed.length === 0) return claimed;
      // The webhooks stand in the publishing schema, perhaps on another server: what is written there first is written
      // again without harm should this transaction fail.
      endpoints = await fanOutToWebhooks(
        schema === 'publishing' ? manager : this.databases.publishing.manager,
        claimed,
      );
      open = await openEvents(manager, claimed);
      await markRelayed(manager, idsOf(claimed), idsOf(open));
      return claimed;
    });
    if (outboxEvents.length > 0) await this.announce(schema, outboxEvents, open, endpoints);
    recordRelaySpans(outboxEvents, startTime);
    return outboxEvents.length;
  }

  /**
   * Every bell is rung again by a sweep, so a queue that does not answer holds nothing up. For endpoints that fail only the
   * sweep rings: trying them at every event would take time from the others.
   */
  private async announce(
    schema: SchemaName,
    outboxEvents: OutboxEventHeader[],
    open: OutboxEventHeader[],
    endpoints: RungEndpoint[],
  ): Promise<void> {
    try {
      const answering = endpoints.filter(({ isFailing }) => !isFailing);
      const last = outboxEvents.at(-1);
      await this.announcements.ringEndpoints(answering, last?.id ?? '', last?.traceParent);
      await this.announcements.announceEvents(schema, open);
      if (schema === 'publishing')
        await this.announcements.setDueTimes(this.databases.publishing.manager, outboxEvents);
    } catch (error) {
      this.logger.warn(
        'Facts are relayed, but the queue was not told; a sweep will.',
        { schema, outboxEvents: outboxEvents.length },
        error,
      );
    }
  }
}
