import { Logger } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { Databases } from '../databases/databases';
import {
  type Claim,
  claimDeliveries,
  type ClaimedDelivery,
  postponeDeliveries,
  releaseDeliveries,
} from './claim-deliveries';

/** Maximum deliveries per claim. A failing endpoint gets few requests at a time until one succeeds. */
export const MAX_DELIVERIES_PER_CLAIM = { healthy: 250, failing: 4 };

/** Maximum endpoints per statement. If each of them has a backlog, one statement updates 25 × 250 rows. */
const MAX_BATCH_SIZE = 25;

/** The pause after the event of a delivery could not be read. Without a pause, each sweep would claim all these deliveries again. */
const READ_RETRY_PAUSE_MS = 10_000;

/**
 * Claims due deliveries for several endpoints with one statement. Calls that arrive while a statement runs are combined into the next
 * statement. So an event for a hundred endpoints costs a few statements, and a single endpoint does not wait.
 */
@Injectable()
export class EndpointClaims {
  private lastClaim: Promise<unknown> = Promise.resolve();
  private readonly loader: DataLoader<string, Claim | null>;

  constructor(
    private readonly databases: Databases,
    private readonly logger: Logger,
  ) {
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

  /** Ends the claim of deliveries whose events could not be read, after a pause. @param cause why they could not be read */
  async postpone(deliveries: readonly ClaimedDelivery[], cause: unknown): Promise<void> {
    if (deliveries.length === 0) return;
    const ids = deliveries.map(({ id }) => id);
    await postponeDeliveries(this.databases.publishing.manager, ids, READ_RETRY_PAUSE_MS);
    this.logger.warn(
      'Could not read the events of webhook deliveries; trying again.',
      { deliveries: ids.length },
      cause,
    );
  }

  private async claimAll(webhookIds: readonly string[]): Promise<(Claim | null)[]> {
    const claiming = claimDeliveries(this.databases.publishing.manager, webhookIds, MAX_DELIVERIES_PER_CLAIM);
    this.lastClaim = claiming.catch(() => undefined);
    const claims = new Map((await claiming).map((claim) => [claim.endpoint.id, claim]));
    return webhookIds.map((id) => claims.get(id) ?? null);
  }
}
