import type { ClaimedDelivery } from './claim-deliveries';
import { type DeliveryBody, MAX_EVENTS_PER_READ } from './delivery-bodies';

/** A delivery whose body is being loaded, or was loaded. */
export interface LoadingDelivery {
  delivery: ClaimedDelivery;
  /** Resolves with undefined if the event is no longer stored. A rejection is handled, also if nothing awaits it. */
  body: Promise<DeliveryBody | undefined>;
}

/**
 * The deliveries of one claim, in the order of the claim. Bodies can be several megabytes long, so those of a whole claim are never in
 * memory at the same time. The next 20 to 40 of them are loaded before they are needed, so that requests seldom wait for PostgreSQL.
 */
export class PrefetchedDeliveries {
  private readonly loading: LoadingDelivery[] = [];
  private readonly waiting: ClaimedDelivery[];

  constructor(
    deliveries: readonly ClaimedDelivery[],
    private readonly load: (delivery: ClaimedDelivery) => Promise<DeliveryBody | undefined>,
  ) {
    this.waiting = [...deliveries];
    this.loadMore();
  }

  /** The next delivery; undefined at the end. */
  next(): LoadingDelivery | undefined {
    if (this.loading.length <= MAX_EVENTS_PER_READ) this.loadMore();
    return this.loading.shift();
  }

  /** The deliveries that `next` has not returned yet. */
  remaining(): ClaimedDelivery[] {
    return [...this.loading.map(({ delivery }) => delivery), ...this.waiting];
  }

  /** Starts to load as many bodies as one statement reads. */
  private loadMore(): void {
    for (const delivery of this.waiting.splice(0, MAX_EVENTS_PER_READ)) {
      const body = this.load(delivery);
      body.catch(() => undefined);
      this.loading.push({ delivery, body });
    }
  }
}
