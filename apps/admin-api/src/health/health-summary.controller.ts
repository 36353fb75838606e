import { from, type JsonObject } from '@almanac/api-versions';
import { type Actor, HealthService, type HealthSummary } from '@almanac/publishing';
import { Controller, Get, Header } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { productVersion } from './product-version';

/**
 * Shows the owner and administrators whether the installation works: due posts, the outbox, failing and disabled webhooks, mails,
 * newsletters and migrations.
 */
@Controller({ path: 'admin/health', version: from('canary') })
export class HealthSummaryController {
  private readonly version = productVersion();

  constructor(private readonly health: HealthService) {}

  @Get()
  @Header('cache-control', 'no-store')
  async read(@CurrentActor() actor: Actor): Promise<JsonObject> {
    return { health: [{ version: this.version, ...bodyOf(await this.health.summary(actor)) }] };
  }
}

/** Rounds seconds to milliseconds. */
const roundSeconds = (value: number): number => Math.round(value * 1000) / 1000;
const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;

function bodyOf(summary: HealthSummary): JsonObject {
  const { due, lateness, outbox, deliveries, webhooks, mails, newsletters, migrations } = summary;
  const backlog = ({ count, oldestAgeSeconds }: HealthSummary['due']['publish']): JsonObject => ({
    count,
    oldest_age_seconds: roundSeconds(oldestAgeSeconds),
  });
  return {
    due: { publish: backlog(due.publish), unpublish: backlog(due.unpublish) },
    lateness: lateness.map(({ at, count, mean, max }) => ({
      at: at.toISOString(),
      count,
      mean_seconds: roundSeconds(mean),
      max_seconds: roundSeconds(max),
    })),
    outbox: {
      unrelayed: outbox.unrelayed,
      oldest_age_seconds: roundSeconds(outbox.oldestAgeSeconds),
      incomplete: outbox.incomplete,
    },
    deliveries: {
      waiting: deliveries.waiting,
      due: deliveries.due,
      oldest_age_seconds: roundSeconds(deliveries.oldestAgeSeconds),
    },
    webhooks: webhooks.map(webhookOf),
    mails: {
      waiting: mails.waiting,
      oldest_age_seconds: roundSeconds(mails.oldestAgeSeconds),
      failed: mails.failed,
      failures: mails.failures.map(({ id, template, reason, requestedAt }) => ({
        id,
        template,
        reason,
        requested_at: requestedAt.toISOString(),
      })),
    },
    newsletters: newslettersOf(newsletters),
    migrations: { pending: migrations.pending, newer: migrations.newer },
  };
}

function newslettersOf({ sending, failing, failingSeconds, failures }: HealthSummary['newsletters']): JsonObject {
  return {
    sending,
    failing,
    failing_seconds: roundSeconds(failingSeconds),
    failures: failures.map(({ postId, createdAt, ...failure }) => ({
      id: failure.id,
      post_id: postId,
      subject: failure.subject,
      status: failure.status,
      recipients: failure.recipients,
      sent: failure.sent,
      failed: failure.failed,
      error: failure.error,
      created_at: createdAt.toISOString(),
    })),
  };
}

function webhookOf(webhook: HealthSummary['webhooks'][number]): JsonObject {
  return {
    id: webhook.id,
    name: webhook.name,
    event: webhook.event,
    target_url: webhook.targetUrl,
    integration_id: webhook.integrationId,
    status: webhook.status,
    failing_since: isoOrNull(webhook.failingSince),
    disabled_at: isoOrNull(webhook.disabledAt),
    disabled_reason: webhook.disabledReason,
    last_triggered_at: isoOrNull(webhook.lastTriggeredAt),
    last_status: webhook.lastStatus,
    last_error: webhook.lastError,
  };
}
