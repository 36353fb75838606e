import { type SchemaName } from '@almanac/entities';
import {
  claimUnrelayedEvents,
  findUnknownEventNames,
  markRelayed,
  type OutboxEventHeader,
  reclaimIncompleteEvents,
} from '@almanac/outbox';
import { Logger, recordSpan } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { PriorityGate } from '../sweep/priority-gate';
import { fanOutToWebhooks, type NotifiedEndpoint } from './fan-out';
import { JobProducer } from './job-producer';
import { findEventsWithJobs } from './event-jobs';

const BATCH_SIZE = 500;

/** If the job of an event is not done this long after the event was relayed or last got a job, the event gets another job. */
const INCOMPLETE_AFTER_MS = 60_000;

/** One relayed batch. */
interface RelayedBatch {
  outboxEvents: OutboxEventHeader[];
  /** Events with a job; each event is completed when its job is done. */
  withJobs: OutboxEventHeader[];
  /** Endpoints with new deliveries. */
  endpoints: NotifiedEndpoint[];
}

function idsOf(outboxEvents: readonly OutboxEventHeader[]): string[] {
  return outboxEvents.map(({ id }) => id);
}

/** Records a span in the trace of each event, because one batch relays events of many traces. */
function recordRelaySpans(events: readonly OutboxEventHeader[], startTime: number): void {
  for (const { id, event, traceParent: parent } of events) {
    if (parent !== null) recordSpan('relay outbox event', { parent, startTime, attributes: { event, 'event.id': id } });
  }
}

/** Relays outbox events: writes their webhook deliveries and adds the jobs for them. */
@Injectable()
export class Relay {
  constructor(
    private readonly databases: Databases,
    private readonly jobProducer: JobProducer,
    private readonly priorityGate: PriorityGate,
    private readonly logger: Logger,
  ) {}

  /** Relays until no event is left. Before each batch, it waits at most 2 s for publishing that runs in this process. */
  async relayAll(schema: SchemaName): Promise<void> {
    let relayed: number;
    do {
      await this.priorityGate.yieldToPublishing();
      relayed = await this.relayBatch(schema);
    } while (relayed === BATCH_SIZE);
  }

  /** Adds jobs again for events that are not completed after 60 s, because the queue may have lost their jobs. */
  async requeueIncomplete(schema: SchemaName): Promise<void> {
    const { manager } = this.databases.of(schema);
    const outboxEvents = await reclaimIncompleteEvents(manager, INCOMPLETE_AFTER_MS, BATCH_SIZE);
    if (outboxEvents.length === 0) return;
    this.logger.warn('Requeued incomplete outbox events.', { schema, outboxEvents: outboxEvents.length });
    await this.jobProducer.addEventJobs(schema, outboxEvents);
  }

  /** Logs the names of events that this version does not know. They stay in the outbox for a newer version. */
  async reportUnknown(schema: SchemaName): Promise<void> {
    const events = await findUnknownEventNames(this.databases.of(schema).manager);
    if (events.length > 0)
      this.logger.error('Unknown events in the outbox are left to a newer version.', { schema, events });
  }

  /** @returns the number of relayed events */
  private async relayBatch(schema: SchemaName): Promise<number> {
    const startTime = Date.now();
    const batch = await this.claimBatch(schema);
    if (batch.outboxEvents.length > 0) await this.addJobs(schema, batch);
    recordRelaySpans(batch.outboxEvents, startTime);
    return batch.outboxEvents.length;
  }

  /** Claims events, writes their deliveries and marks them relayed, in one transaction, except the deliveries of calendar events. */
  private claimBatch(schema: SchemaName): Promise<RelayedBatch> {
    return this.databases.of(schema).transaction(async (manager) => {
      const outboxEvents = await claimUnrelayedEvents(manager, BATCH_SIZE);
      if (outboxEvents.length === 0) return { outboxEvents, withJobs: [], endpoints: [] };
      // Webhooks are in the publishing schema, possibly on another server. Their deliveries are unique by event, so
      // writing them again after a rollback here has no effect.
      const webhooksManager = schema === 'publishing' ? manager : this.databases.publishing.manager;
      const endpoints = await fanOutToWebhooks(webhooksManager, outboxEvents);
      const withJobs = await findEventsWithJobs(manager, outboxEvents);
      await markRelayed(manager, idsOf(outboxEvents), idsOf(withJobs));
      return { outboxEvents, withJobs, endpoints };
    });
  }

  /**
   * Adds the jobs of a committed batch. Sweeps find the same work again, so an error is only logged. Failing endpoints are left to
   * the sweep: a job for them with each batch would take time from the healthy ones.
   */
  private async addJobs(schema: SchemaName, { outboxEvents, withJobs, endpoints }: RelayedBatch): Promise<void> {
    try {
      const healthy = endpoints.filter(({ isFailing }) => !isFailing);
      // `notifyEndpoints` adds one job per group of endpoints. Each batch has another last event, whose id makes these jobs differ from
      // the jobs of earlier batches. The jobs continue the trace of the last event.
      const last = outboxEvents.at(-1);
      await this.jobProducer.notifyEndpoints(healthy, last?.id ?? '', last?.traceParent);
      await this.jobProducer.addEventJobs(schema, withJobs);
      if (schema === 'publishing')
        await this.jobProducer.scheduleWakeUps(this.databases.publishing.manager, outboxEvents);
    } catch (error) {
      this.logger.warn(
        'Could not add the jobs of relayed outbox events; the sweeps find their work.',
        { schema, outboxEvents: outboxEvents.length },
        error,
      );
    }
  }
}
