import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { AttemptWriter } from './attempt-writer';
import { Bodies, type DeliveryBody } from './bodies';
import {
  claimDeliveries,
  type ClaimedDelivery,
  type Endpoint,
  leaseMs,
  readEndpoint,
  releaseDeliveries,
} from './claim-deliveries';
import { DeliverySender } from './send-delivery';

const batchSize = 250;

/** An endpoint that fails is asked little at a time until it answers well again. */
const failing = { batchSize: 4, concurrency: 2 };

/** How long a stopping worker lets requests run. */
const cutAfterMs = 2_000;

/** After this share of the lease no request is begun, so that the slowest one still ends within it. */
const beginWithinMs = leaseMs / 3;

/** Deliveries of one endpoint that were claimed together. */
interface Batch {
  endpoint: Endpoint;
  deliveries: ClaimedDelivery[];
  bodies: Map<string, DeliveryBody>;
  /** On the process's own clock. */
  beginUntil: number;
}

interface Sent {
  unsent: ClaimedDelivery[];
  /** One for each attempt, resolved when it is in the log. */
  written: Promise<void>[];
}

/**
 * Whether another batch is worth a look. A batch that is not full was all there was, and what comes meanwhile rings. A failing
 * endpoint gets one batch: the rest waits for the next bell and leaves its place to others.
 */
function mayHaveMore({ endpoint, deliveries }: Batch): boolean {
  return !endpoint.isFailing && deliveries.length === batchSize;
}

/** Keeps a rejection for the moment it is awaited: until then nobody would hear of it, and Node would end the process. */
function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Empties the queue of one endpoint at a time; each has its own limit of requests, so a slow one only slows itself. */
@Injectable()
export class EndpointDrain implements OnModuleDestroy {
  /** Endpoints this worker is at, and whether somebody rang meanwhile. */
  private readonly active = new Map<string, { isRung: boolean }>();
  private isStopping = false;

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly bodies: Bodies,
    private readonly sender: DeliverySender,
    private readonly writer: AttemptWriter,
    private readonly metrics: WorkerMetrics,
  ) {}

  /** Requests that run get a little time to end; what is cut then was no attempt and is anybody's again. */
  onModuleDestroy(): void {
    this.isStopping = true;
    setTimeout(() => void this.sender.cut(), cutAfterMs).unref();
  }

  /** Sends what is due to an endpoint; a second call while the first is at it only makes that one look again. */
  async drain(webhookId: string): Promise<void> {
    const entry = this.active.get(webhookId);
    if (entry) {
      entry.isRung = true;
      return;
    }
    const state = { isRung: false };
    this.active.set(webhookId, state);
    try {
      do {
        state.isRung = false;
        await this.sendAllDue(webhookId);
      } while (state.isRung && !this.isStopping);
    } finally {
      this.active.delete(webhookId);
    }
  }

  /** While one batch is sent the next is fetched and the last is written, so that the requests never wait for the database. */
  private async sendAllDue(webhookId: string): Promise<void> {
    let writing: Promise<unknown> = Promise.resolve();
    let next = this.claimBatch(webhookId);
    for (let batch = await next; batch; batch = await next) {
      next = mayHaveMore(batch) ? awaitedLater(this.claimBatch(webhookId)) : Promise.resolve(null);
      const { unsent, written } = await this.sendBatch(batch);
      await writing;
      writing = awaitedLater(Promise.all(written));
      if (unsent.length > 0) {
        await this.release([...unsent, ...((await next)?.deliveries ?? [])]);
        break;
      }
    }
    await writing;
  }

  private async claimBatch(webhookId: string): Promise<Batch | null> {
    const { manager } = this.databases.publishing;
    const endpoint = this.isStopping ? null : await readEndpoint(manager, webhookId);
    if (!endpoint) return null;
    const beginUntil = performance.now() + beginWithinMs;
    const deliveries = await claimDeliveries(manager, webhookId, endpoint.isFailing ? failing.batchSize : batchSize);
    if (deliveries.length === 0) return null;
    return { endpoint, deliveries, beginUntil, bodies: await this.bodies.of(deliveries, endpoint.apiVersion) };
  }

  private release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    return releaseDeliveries(
      this.databases.publishing.manager,
      deliveries.map(({ id }) => id),
    );
  }

  /** Sends a batch in as many lanes as its endpoint may have; what was not begun in time comes back unsent. */
  private async sendBatch({ endpoint, deliveries, bodies, beginUntil }: Batch): Promise<Sent> {
    const unsent = [...deliveries];
    const written: Promise<void>[] = [];
    const lane = async (): Promise<void> => {
      while (!this.isStopping && performance.now() < beginUntil) {
        const delivery = unsent.shift();
        if (!delivery) return;
        const attempt = await this.sender.send(endpoint, delivery, bodies.get(delivery.factId));
        if (this.isStopping && attempt.outcome.responseStatus === null) return void unsent.push(delivery);
        this.metrics.countAttempt(attempt);
        written.push(this.writer.write(attempt));
      }
    };
    const lanes = endpoint.isFailing ? failing.concurrency : this.configuration.webhookConcurrency;
    await Promise.all(Array.from({ length: Math.min(lanes, deliveries.length) }, lane));
    return { unsent, written };
  }
}
