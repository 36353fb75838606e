import type { SchemaName } from '@almanac/entities';
import { JobQueues, jobNames } from '@almanac/jobs';
import { outboxBacklog } from '@almanac/outbox';
import { Metrics } from '@almanac/platform';
import { PostsService } from '@almanac/publishing';
import { Injectable } from '@nestjs/common';
import type { Counter, Gauge, Histogram } from 'prom-client';
import { Databases } from '../databases/databases';
import type { Attempt } from '../deliver-webhook/record-attempts';
import { coalesceCalls } from './coalesce-calls';

/** Upper bounds of the histogram buckets in seconds. */
const latenessBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300, 3600];
const attemptDurationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** The worker's metrics: lateness of publishing, backlogs, webhook attempts and jobs. */
@Injectable()
export class WorkerMetrics {
  private readonly lateness: Histogram<'action'>;
  private readonly attempts: Counter<'result'>;
  private readonly attemptDuration: Histogram<'result'>;
  private readonly jobs: Counter<'job' | 'outcome'>;
  private readonly newsletterMails: Counter<'outcome'>;

  constructor(
    private readonly metrics: Metrics,
    private readonly databases: Databases,
    private readonly queues: JobQueues,
    private readonly posts: PostsService,
  ) {
    this.lateness = metrics.histogram(
      'publishing_lateness_seconds',
      'Time from the due moment of a post or page to its publishing or unpublishing, by the database clock.',
      ['action'],
      latenessBuckets,
    );
    this.attempts = metrics.counter('webhook_attempts_total', 'Attempts to deliver webhooks by result.', ['result']);
    this.attemptDuration = metrics.histogram(
      'webhook_attempt_duration_seconds',
      'Duration of one attempt by result.',
      ['result'],
      attemptDurationBuckets,
    );
    this.jobs = metrics.counter('jobs_total', 'Jobs run, by name and outcome.', ['job', 'outcome']);
    this.newsletterMails = metrics.counter('newsletter_mails_total', 'Mails of posts to members, by outcome.', [
      'outcome',
    ]);
    this.registerDueGauges();
    this.registerBacklogGauges();
    this.registerQueueGauge();
  }

  countAttempt({ outcome: { result }, durationMs }: Attempt): void {
    this.attempts.inc({ result });
    this.attemptDuration.observe({ result }, durationMs / 1000);
  }

  /**
   * Counts an attempt to send a newsletter to one member.
   * @param outcome `skipped`: the member gets no mail; `pending`: a temporary failure, after which the mail is tried again
   */
  countNewsletterMail(outcome: 'sent' | 'failed' | 'skipped' | 'pending'): void {
    this.newsletterMails.inc({ outcome });
  }

  countJob(job: string, outcome: 'completed' | 'failed'): void {
    this.jobs.inc({ job, outcome });
  }

  observeLateness(action: 'publish' | 'unpublish', latenessMs: number): void {
    this.lateness.observe({ action }, latenessMs / 1000);
  }

  private registerDueGauges(): void {
    const collect = coalesceCalls(async () => {
      for (const [action, { count, oldestAgeSeconds }] of Object.entries(await this.posts.dueBacklog())) {
        dueCount.set({ action }, count);
        oldestAge.set({ action }, oldestAgeSeconds);
      }
    });
    const dueCount = this.metrics.gauge(
      'publishing_due_count',
      'Posts and pages that are due, but not published or unpublished yet.',
      ['action'],
      collect,
    );
    const oldestAge = this.metrics.gauge(
      'publishing_due_oldest_age_seconds',
      'Time since the oldest due post or page became due.',
      ['action'],
      collect,
    );
  }

  private registerBacklogGauges(): void {
    const collect = coalesceCalls(async () => {
      for (const schema of ['publishing', 'calendar'] as const) await this.observeOutbox(schema, { count, age });
    });
    const count = this.metrics.gauge('outbox_unrelayed_count', 'Outbox events not relayed yet.', ['schema'], collect);
    const age = this.metrics.gauge(
      'outbox_oldest_age_seconds',
      'Age of the oldest outbox event not relayed yet.',
      ['schema'],
      collect,
    );
    this.metrics.gauge(
      'webhook_deliveries_pending',
      'Webhook deliveries waiting for an attempt.',
      [],
      async (pending) => {
        const [row] = await this.databases.publishing.query<{ count: number }[]>(
          `select count(*)::int as count from publishing.webhook_deliveries where status = 'pending'`,
        );
        pending.set(row?.count ?? 0);
      },
    );
  }

  /** The schemas can be in two databases. So if one of them cannot be read, only its gauges have no value. */
  private async observeOutbox(
    schema: SchemaName,
    { count, age }: Record<'count' | 'age', Gauge<'schema'>>,
  ): Promise<void> {
    try {
      const { unrelayed, oldestAgeSeconds } = await outboxBacklog(this.databases.of(schema).manager);
      count.set({ schema }, unrelayed);
      age.set({ schema }, oldestAgeSeconds);
    } catch {
      count.remove({ schema });
      age.remove({ schema });
    }
  }

  private registerQueueGauge(): void {
    this.metrics.gauge('queue_jobs', 'Jobs in a queue by state.', ['queue', 'state'], async (gauge) => {
      for (const queue of jobNames) {
        const counts = await this.queues.counts(queue);
        for (const [state, count] of Object.entries(counts)) gauge.set({ queue, state }, count);
      }
    });
  }
}
