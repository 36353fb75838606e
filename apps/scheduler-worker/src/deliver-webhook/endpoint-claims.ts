import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { Databases } from '../databases/databases';
import { type Claim, claimDeliveries, type ClaimedDelivery, releaseDeliveries } from './claim-deliveries';

/** Maximum deliveries per claim. A failing endpoint gets few requests at a time until one succeeds. */
export const MAX_DELIVERIES_PER_CLAIM = { healthy: 250, failing: 4 };

/** Maximum endpoints per statement. If each of them has a backlog, one statement updates 25 × 250 rows. */
const MAX_BATCH_SIZE = 25;

/**
 * Claims due deliveries for several endpoints with one statement. Calls that arrive while a statement runs are combined into the next
 * statement. So an event for a hundred endpoints costs a few statements, and a single endpoint does not wait.
 */
@Injectable()
export class EndpointClaims {
  private lastClaim: Promise<unknown> = Promise.resolve();
  private readonly loader: DataLoader<string, Claim | null>;

  constructor(private readonly databases: Databases) {
    this.loader = new DataLoader((ids) => this.claimAll(ids), {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      batchScheduleFn: (dispatch) => void this.lastClaim.then(dispatch),
    });
  }

  /** Claims the due deliveries of an endpoint, possibly none; null when the endpoint was deleted or disabled. */
  claim(webhookId: string): Promise<Claim | null> {
    return this.loader.load(webhookId);
  }

  /** Ends the claim of deliveries that were not sent, so that they are due again at once. */
  release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    return releaseDeliveries(
      this.databases.publishing.manager,
      deliveries.map(({ id }) => id),
    );
  }

  private async claimAll(webhookIds: readonly string[]): Promise<(Claim | null)[]> {
    const claiming = claimDeliveries(this.databases.publishing.manager, webhookIds, MAX_DELIVERIES_PER_CLAIM);
    this.lastClaim = claiming.catch(() => undefined);
    const claims = new Map((await claiming).map((claim) => [claim.endpoint.id, claim]));
    return webhookIds.map((id) => claims.get(id) ?? null);
  }
}
