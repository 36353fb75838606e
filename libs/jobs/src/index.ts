export { jobId } from './job-id';
export { type JobCounts, type JobQueue, JobQueues, type NewJob } from './job-queues';
export { type AnyProcessor, type JobObserver, type JobProcessor, JobRunner, type RunAgain } from './job-runner';
export { JobWorkers } from './job-workers';
export { type JobDefinition, type JobName, jobNames, jobs, type PayloadOf } from './jobs';
export {
  DeliverWebhookPayload,
  EmptyPayload,
  MAX_ENDPOINTS_PER_JOB,
  OutboxEventPayload,
  WakeUpPayload,
} from './payloads';
export { openQueueBackend, type QueueBackend, type QueueBackendOptions } from './queue-backend';
export { readPayload } from './read-payload';
