import type { JsonObject } from '@almanac/api-versions';
import { NotFoundError, UnauthorizedError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { ProviderSubscriptionsService } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, HttpCode, Post, Req, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseStripeEvent } from './stripe-events';
import { isSignedByStripe } from './stripe-signature';

/** Receives Stripe's webhooks about subscriptions of members; 404 unless `STRIPE_WEBHOOK_SECRET` is set. */
@Controller({ path: 'members/webhooks', version: VERSION_NEUTRAL })
export class StripeController {
  constructor(
    private readonly subscriptions: ProviderSubscriptionsService,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  @Post('stripe')
  @HttpCode(200)
  async receive(@Req() request: FastifyRequest): Promise<JsonObject> {
    const { stripeWebhookSecret } = this.configuration;
    if (stripeWebhookSecret === undefined) throw new NotFoundError('Resource not found');
    const signature = request.headers['stripe-signature'];
    const body = request.rawBody ?? Buffer.alloc(0);
    if (typeof signature !== 'string' || !isSignedByStripe(body, signature, stripeWebhookSecret, this.clock.now())) {
      throw new UnauthorizedError('The signature is not valid.');
    }
    const event = parseStripeEvent(request.body);
    if (event?.kind === 'checkout') await this.subscriptions.connect(event.checkout, event.reportedAt);
    if (event?.kind === 'subscription') await this.subscriptions.store(event.subscription, event.reportedAt);
    return { received: true };
  }
}
