import { DeliverWebhookPayload, EmptyPayload, OutboxEventPayload, WakeUpPayload } from './payloads';

/** How a job is validated and run. */
export interface JobDefinition {
  payload: new () => object;
  /** Jobs of this kind that one worker runs at the same time. */
  concurrency: number;
  /**
   * The maximum number of times that the queue runs the job until it succeeds. It is 1 if PostgreSQL stores when the work has to be
   * tried again.
   */
  attempts: number;
  /** Milliseconds between the first and the second attempt. The pause doubles with each further attempt. */
  backoffMs?: number;
}

/**
 * All kinds of jobs by name. Each kind has a queue with its name.
 * `retry-webhook` delivers to failing endpoints (the last attempt failed), and `deliver-webhook` to all others. Each has its own
 * concurrency limit, so that failing endpoints cannot delay healthy ones. `send-mail` sends a single mail. `mail-post` sends no mail: it
 * makes a worker start the newsletter of a post at once.
 */
export const jobs = {
  'publish-due': { payload: WakeUpPayload, concurrency: 1, attempts: 1 },
  'unpublish-due': { payload: WakeUpPayload, concurrency: 1, attempts: 1 },
  'deliver-webhook': { payload: DeliverWebhookPayload, concurrency: 100, attempts: 1 },
  'retry-webhook': { payload: DeliverWebhookPayload, concurrency: 50, attempts: 1 },
  'send-mail': { payload: OutboxEventPayload, concurrency: 5, attempts: 10, backoffMs: 2_000 },
  'mail-post': { payload: OutboxEventPayload, concurrency: 1, attempts: 10, backoffMs: 2_000 },
  'extend-occurrences': { payload: EmptyPayload, concurrency: 1, attempts: 3, backoffMs: 60_000 },
  'remove-expired': { payload: EmptyPayload, concurrency: 1, attempts: 3, backoffMs: 60_000 },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof jobs;
export type PayloadOf<Name extends JobName> = InstanceType<(typeof jobs)[Name]['payload']>;

/** The names of all kinds of jobs, which are also the names of their queues. */
export const jobNames = Object.keys(jobs).filter((name): name is JobName => name in jobs);
