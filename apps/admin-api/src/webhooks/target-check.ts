import { ValidationError } from '@almanac/errors';
import { type OutboundClient, TargetRefusedError } from '@almanac/platform';
import type { TargetCheck } from '@almanac/publishing';

/** Accepts only webhook targets to which the outbound client may connect. A host name that does not resolve now is accepted, too. */
export class OutboundTargetCheck implements TargetCheck {
  constructor(private readonly client: OutboundClient) {}

  /** @throws ValidationError for a refused target, with the reason in `help` */
  async assertAllowed(url: string): Promise<void> {
    try {
      await this.client.assertAllowedTarget(url);
    } catch (error) {
      if (!(error instanceof TargetRefusedError)) throw error;
      throw new ValidationError('Validation (isAllowedTarget) failed for target_url', {
        context: 'webhooks.target_url',
        property: 'target_url',
        help: error.message,
        cause: error,
      });
    }
  }
}
