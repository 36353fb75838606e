import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { AttemptWriter } from './attempt-writer';
import { Bodies } from './bodies';
import {
  claimDeliveries,
  type ClaimedDelivery,
  type Endpoint,
  leaseMs,
  readEndpoint,
  releaseDeliveries,
} from './claim-deliveries';
import { DeliverySender } from './send-delivery';

const batchSize = 100;

/** An endpoint that fails is asked little at a time until it answers well again. */
const failing = { batchSize: 4, concurrency: 2 };

/** How long a stopping worker lets requests run. */
const cutAfterMs = 2_000;

/** After this share of the lease no request is begun, so that the slowest one still ends within it. */
const beginWithinMs = leaseMs / 3;

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
        while (await this.sendBatch(webhookId));
      } while (state.isRung && !this.isStopping);
    } finally {
      this.active.delete(webhookId);
    }
  }

  /** @returns whether there may be more to send at once */
  private async sendBatch(webhookId: string): Promise<boolean> {
    const { manager } = this.databases.publishing;
    const endpoint = this.isStopping ? null : await readEndpoint(manager, webhookId);
    if (!endpoint) return false;
    const limit = endpoint.isFailing ? failing.batchSize : batchSize;
    const deliveries = await claimDeliveries(manager, webhookId, limit);
    if (deliveries.length === 0) return false;
    const unsent = await this.sendAll(endpoint, deliveries);
    await releaseDeliveries(
      manager,
      unsent.map(({ id }) => id),
    );
    // The rest of a failing endpoint's queue waits for the next bell and leaves its place to others.
    return !endpoint.isFailing && unsent.length === 0;
  }

  /** @returns what was not begun in time */
  private async sendAll(endpoint: Endpoint, deliveries: ClaimedDelivery[]): Promise<ClaimedDelivery[]> {
    const bodies = await this.bodies.of(deliveries, endpoint.apiVersion);
    const waiting = [...deliveries];
    const written: Promise<void>[] = [];
    const until = performance.now() + beginWithinMs;
    const lane = async (): Promise<void> => {
      while (!this.isStopping && performance.now() < until) {
        const delivery = waiting.shift();
        if (!delivery) return;
        const attempt = await this.sender.send(endpoint, delivery, bodies.get(delivery.factId));
        if (this.isStopping && attempt.outcome.responseStatus === null) return void waiting.push(delivery);
        this.metrics.countAttempt(attempt);
        written.push(this.writer.write(attempt));
      }
    };
    const lanes = endpoint.isFailing ? failing.concurrency : this.configuration.webhookConcurrency;
    await Promise.all(Array.from({ length: Math.min(lanes, deliveries.length) }, lane));
    await Promise.all(written);
    return waiting;
  }
}
