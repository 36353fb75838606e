import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { Databases } from '../databases/databases';
import { type Claim, claimDeliveries, type ClaimedDelivery, releaseDeliveries } from './claim-deliveries';

/** An endpoint that fails is asked little at a time until it answers well again. */
export const limits = { answering: 250, failing: 4 };

/** Endpoints claimed for by one statement; with a backlog at each of them it moves some thousand rows. */
const ENDPOINTS_AT_ONCE = 25;

/**
 * Claims what is due to endpoints. One statement runs at a time, and whoever asks meanwhile is answered by the next: what a
 * event means to a hundred endpoints costs a few statements, and an endpoint alone does not wait.
 */
@Injectable()
export class EndpointClaims {
  private last: Promise<unknown> = Promise.resolve();
  private readonly loader: DataLoader<string, Claim | null>;

  constructor(private readonly databases: Databases) {
    this.loader = new DataLoader((ids) => this.claimAll(ids), {
      cache: false,
      maxBatchSize: ENDPOINTS_AT_ONCE,
      batchScheduleFn: (dispatch) => void this.last.then(dispatch),
    });
  }

  /** What is due to the endpoint now, perhaps nothing; null when it is gone or disabled. */
  claim(webhookId: string): Promise<Claim | null> {
    return this.loader.load(webhookId);
  }

  /** Gives back what was claimed and not sent. */
  release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    return releaseDeliveries(
      this.databases.publishing.manager,
      deliveries.map(({ id }) => id),
    );
  }

  private async claimAll(webhookIds: readonly string[]): Promise<(Claim | null)[]> {
    const claiming = claimDeliveries(this.databases.publishing.manager, webhookIds, limits);
    this.last = claiming.catch(() => undefined);
    const claims = new Map((await claiming).map((claim) => [claim.endpoint.id, claim]));
    return webhookIds.map((id) => claims.get(id) ?? null);
  }
}
