import { type SchemaName } from '@almanac/entities';
import { claimUnrelayedFacts, type FactHeader, markRelayed, reclaimIncompleteFacts } from '@almanac/outbox';
import { Logger, recordSpan } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { RightOfWay } from '../sweep/right-of-way';
import { Announcements } from './announce';
import { fanOutToWebhooks, type RungEndpoint } from './fan-out';
import { openFacts } from './routes';

const batchSize = 500;

/** A job that was not done this long after it was announced is announced again. */
const incompleteAfterMs = 60_000;

function idsOf(facts: readonly FactHeader[]): string[] {
  return facts.map(({ id }) => id);
}

/** A span in the trace of each event: one batch relays events of many traces. */
function recordRelaySpans(events: readonly FactHeader[], startTime: number): void {
  for (const { id, event, traceParent: parent } of events) {
    if (parent !== null) recordSpan('relay outbox event', { parent, startTime, attributes: { event, 'event.id': id } });
  }
}

/** Takes facts out of an outbox: writes their deliveries, then rings the bells for what is to be done. */
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
    while ((await this.relayBatch(schema)) === batchSize);
  }

  /** Announces again what a queue seems to have lost. */
  async relayLostAgain(schema: SchemaName): Promise<void> {
    const { manager } = this.databases.of(schema);
    const facts = await reclaimIncompleteFacts(manager, incompleteAfterMs, batchSize);
    if (facts.length === 0) return;
    this.logger.warn('Announcing again what is not done.', { schema, facts: facts.length });
    await this.announcements.announceFacts(schema, facts);
  }

  private async relayBatch(schema: SchemaName): Promise<number> {
    const startTime = Date.now();
    let endpoints: RungEndpoint[] = [];
    let open: FactHeader[] = [];
    const facts = await this.databases.of(schema).transaction(async (manager) => {
      const claimed = await claimUnrelayedFacts(manager, batchSize);
      if (claimed.length === 0) return claimed;
      // The webhooks stand in the publishing schema, perhaps on another server: what is written there first is written
      // again without harm should this transaction fail.
      endpoints = await fanOutToWebhooks(
        schema === 'publishing' ? manager : this.databases.publishing.manager,
        claimed,
      );
      open = await openFacts(manager, claimed);
      await markRelayed(manager, idsOf(claimed), idsOf(open));
      return claimed;
    });
    if (facts.length > 0) await this.announce(schema, facts, open, endpoints);
    recordRelaySpans(facts, startTime);
    return facts.length;
  }

  /**
   * Every bell is rung again by a sweep, so a queue that does not answer holds nothing up. For endpoints that fail only the
   * sweep rings: trying them at every fact would take time from the others.
   */
  private async announce(
    schema: SchemaName,
    facts: FactHeader[],
    open: FactHeader[],
    endpoints: RungEndpoint[],
  ): Promise<void> {
    try {
      const answering = endpoints.filter(({ isFailing }) => !isFailing);
      const last = facts.at(-1);
      await this.announcements.ringEndpoints(answering, last?.id ?? '', last?.traceParent);
      await this.announcements.announceFacts(schema, open);
      if (schema === 'publishing') await this.announcements.setDueTimes(this.databases.publishing.manager, facts);
    } catch (error) {
      this.logger.warn(
        'Facts are relayed, but the queue was not told; a sweep will.',
        { schema, facts: facts.length },
        error,
      );
    }
  }
}
