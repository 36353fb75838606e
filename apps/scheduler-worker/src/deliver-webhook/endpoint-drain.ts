import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { AttemptWriter } from './attempt-writer';
import { Bodies, type DeliveryBody } from './bodies';
import { type Claim, type ClaimedDelivery, LEASE_MS } from './claim-deliveries';
import { EndpointClaims, limits } from './endpoint-claims';
import { DeliverySender } from './send-delivery';

/** Requests at once to an endpoint that fails. */
const FAILING_CONCURRENCY = 2;

/** How long a stopping worker lets requests run. */
const CUT_AFTER_MS = 2_000;

/** After this share of the lease no request is begun, so that the slowest one still ends within it. */
const BEGIN_WITHIN_MS = LEASE_MS / 3;

/** Deliveries of one endpoint that were claimed together. */
interface Batch extends Claim {
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
  return !endpoint.isFailing && deliveries.length === limits.answering;
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
    private readonly claims: EndpointClaims,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly bodies: Bodies,
    private readonly sender: DeliverySender,
    private readonly writer: AttemptWriter,
    private readonly metrics: WorkerMetrics,
  ) {}

  /** Requests that run get a little time to end; what is cut then was no attempt and is anybody's again. */
  onModuleDestroy(): void {
    this.isStopping = true;
    setTimeout(() => void this.sender.cut(), CUT_AFTER_MS).unref();
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
        await this.claims.release([...unsent, ...((await next)?.deliveries ?? [])]);
        break;
      }
    }
    await writing;
  }

  private async claimBatch(webhookId: string): Promise<Batch | null> {
    const beginUntil = performance.now() + BEGIN_WITHIN_MS;
    const claim = this.isStopping ? null : await this.claims.claim(webhookId);
    if (!claim || claim.deliveries.length === 0) return null;
    return { ...claim, beginUntil, bodies: await this.bodies.of(claim.deliveries, claim.endpoint.apiVersion) };
  }

  /** Sends a batch in as many lanes as its endpoint may have; what was not begun in time comes back unsent. */
  private async sendBatch({ endpoint, deliveries, bodies, beginUntil }: Batch): Promise<Sent> {
    const unsent = [...deliveries];
    const written: Promise<void>[] = [];
    const lane = async (): Promise<void> => {
      while (!this.isStopping && performance.now() < beginUntil) {
        const delivery = unsent.shift();
        if (!delivery) return;
        const attempt = await this.sender.send(endpoint, delivery, bodies.get(delivery.outboxEventId));
        if (this.isStopping && attempt.outcome.responseStatus === null) return void unsent.push(delivery);
        this.metrics.countAttempt(attempt);
        written.push(this.writer.write(attempt));
      }
    };
    const lanes = endpoint.isFailing ? FAILING_CONCURRENCY : this.configuration.webhookConcurrency;
    await Promise.all(Array.from({ length: Math.min(lanes, deliveries.length) }, lane));
    return { unsent, written };
  }
}
