import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { AttemptWriter } from './attempt-writer';
import { type Claim, type ClaimedDelivery, LEASE_MS } from './claim-deliveries';
import { DeliveryBodies, type DeliveryBody } from './delivery-bodies';
import { EndpointClaims, MAX_DELIVERIES_PER_CLAIM } from './endpoint-claims';
import { PrefetchedDeliveries } from './prefetched-deliveries';
import { DeliverySender } from './send-delivery';

/** Parallel requests to a failing endpoint. */
const FAILING_CONCURRENCY = 2;

/** A stopping worker aborts its running requests after this time. */
const ABORT_AFTER_MS = 2_000;

/** No request starts later than this after the claim, so that the slowest one ends before the lease expires. */
const START_WITHIN_MS = LEASE_MS / 3;

/**
 * Maximum number of sent batches whose attempts are not written yet when the next batch is sent. With a maximum of one, requests often
 * waited for PostgreSQL.
 */
const MAX_UNWRITTEN_BATCHES = 2;

/** The deliveries of one claim. */
interface Batch extends Claim {
  /** Contains the deliveries, and loads their bodies. */
  prefetched: PrefetchedDeliveries;
  /** No request starts after this value of `performance.now()`. */
  startUntil: number;
}

interface BatchResult {
  /** Deliveries without an attempt, except `unread`. */
  unsent: ClaimedDelivery[];
  /** Deliveries whose event could not be read. */
  unread: ClaimedDelivery[];
  /** Why the last one of `unread` could not be read. */
  readError?: unknown;
  /** One promise per attempt, resolved when it is committed. */
  written: Promise<void>[];
}

/**
 * Whether to claim a further batch. A batch with fewer deliveries than the limit was the last one. A failing endpoint gets one
 * batch per job, so that other failing endpoints get their turn.
 */
function mayHaveMore({ endpoint, deliveries }: Batch): boolean {
  return !endpoint.isFailing && deliveries.length === MAX_DELIVERIES_PER_CLAIM.healthy;
}

/** Returns the promise, and handles its rejection until it is awaited: Node.js ends the process on an unhandled rejection. */
function withHandledRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Sends the due deliveries of an endpoint. Each endpoint has its own concurrency limit, so a slow one delays only itself. */
@Injectable()
export class EndpointSender implements OnModuleDestroy {
  /** The endpoints to which this worker sends now, by id, and whether a further call of `sendDue` arrived for them. */
  private readonly active = new Map<string, { isNotified: boolean }>();
  private isStopping = false;

  constructor(
    private readonly claims: EndpointClaims,
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly bodies: DeliveryBodies,
    private readonly sender: DeliverySender,
    private readonly writer: AttemptWriter,
    private readonly metrics: WorkerMetrics,
  ) {}

  /** Starts no further request, and aborts the running ones after 2 s. Aborted deliveries are released, without an attempt. */
  onModuleDestroy(): void {
    this.isStopping = true;
    setTimeout(() => void this.sender.abort(), ABORT_AFTER_MS).unref();
  }

  /**
   * Sends the due deliveries of an endpoint: all of a healthy endpoint, one batch of a failing one. If a call for the same endpoint is
   * running, this call resolves at once, and the running call claims again.
   */
  async sendDue(webhookId: string): Promise<void> {
    const running = this.active.get(webhookId);
    if (running) {
      running.isNotified = true;
      return;
    }
    const state = { isNotified: false };
    this.active.set(webhookId, state);
    try {
      do {
        state.isNotified = false;
        await this.sendBatches(webhookId);
      } while (state.isNotified && !this.isStopping);
    } finally {
      this.active.delete(webhookId);
    }
  }

  /**
   * Sends batch after batch. While a batch is sent, the next batch is claimed and the attempts of the two batches before it are written,
   * so that requests seldom wait for PostgreSQL.
   */
  private async sendBatches(webhookId: string): Promise<void> {
    /** The writes of sent batches, oldest first. */
    const writes: Promise<unknown>[] = [];
    let next = this.claimBatch(webhookId);
    for (let batch = await next; batch; batch = await next) {
      next = mayHaveMore(batch) ? withHandledRejection(this.claimBatch(webhookId)) : Promise.resolve(null);
      const { unsent, unread, readError, written } = await this.sendBatch(batch);
      writes.push(withHandledRejection(Promise.all(written)));
      if (writes.length > MAX_UNWRITTEN_BATCHES) await writes.shift();
      await this.claims.postpone(unread, readError);
      if (unsent.length > 0 || unread.length > 0) {
        await this.claims.release([...unsent, ...((await next)?.deliveries ?? [])]);
        break;
      }
    }
    await Promise.all(writes);
  }

  private async claimBatch(webhookId: string): Promise<Batch | null> {
    const startUntil = performance.now() + START_WITHIN_MS;
    const claim = this.isStopping ? null : await this.claims.claim(webhookId);
    if (!claim || claim.deliveries.length === 0) return null;
    const { apiVersion } = claim.endpoint;
    const prefetched = new PrefetchedDeliveries(claim.deliveries, (delivery) => this.bodies.load(delivery, apiVersion));
    return { ...claim, startUntil, prefetched };
  }

  /** Sends a batch with the concurrency of its endpoint. Deliveries that did not start in time, or were aborted, are `unsent`. */
  private async sendBatch(batch: Batch): Promise<BatchResult> {
    const { endpoint, deliveries, prefetched } = batch;
    const result: BatchResult = { unsent: [], unread: [], written: [] };
    const concurrency = endpoint.isFailing ? FAILING_CONCURRENCY : this.configuration.webhookConcurrency;
    const count = Math.min(concurrency, deliveries.length);
    await Promise.all(Array.from({ length: count }, () => this.sendOneByOne(batch, result)));
    result.unsent.push(...prefetched.remaining());
    return result;
  }

  private async sendOneByOne(batch: Batch, result: BatchResult): Promise<void> {
    while (this.mayStart(batch)) {
      const next = batch.prefetched.next();
      if (!next) return;
      const { delivery } = next;
      let body: DeliveryBody | undefined;
      try {
        body = await next.body;
      } catch (error) {
        result.unread.push(delivery);
        result.readError = error;
        continue;
      }
      // Reading the event can take long.
      const attempt = this.mayStart(batch) ? await this.sender.send(batch.endpoint, delivery, body) : undefined;
      const isAborted = this.isStopping && attempt?.outcome.responseStatus === null;
      if (!attempt || isAborted) {
        result.unsent.push(delivery);
        return;
      }
      this.metrics.countAttempt(attempt);
      result.written.push(withHandledRejection(this.writer.write(attempt)));
    }
  }

  private mayStart({ startUntil }: Batch): boolean {
    return !this.isStopping && performance.now() < startUntil;
  }
}
