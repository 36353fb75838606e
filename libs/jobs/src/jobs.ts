import { DeliverWebhookPayload, EmptyPayload, OutboxEventPayload, WakeUpPayload } from './payloads';

/** What a job is made of: the class its payload is read with, and how the worker runs it. */
export interface JobDefinition {
  payload: new () => object;
  /** Jobs of this kind one worker runs side by side. */
  concurrency: number;
  /** Tries before the queue gives up; work whose retries stand in a row has one. */
  attempts: number;
  /** First pause between tries in milliseconds; it doubles with each one. */
  backoffMs?: number;
}

/**
 * Every job there is, by name. A queue carries one kind of work and bears the job's name.
 * `retry-webhook` does the work of `deliver-webhook` for endpoints that fail, so that however many of those there are
 * they never hold a place a healthy one waits for.
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

/** All job names, which are the queue names too. */
export const jobNames = Object.keys(jobs).filter((name): name is JobName => name in jobs);
