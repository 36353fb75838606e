export { jobId } from './job-id';
export { type JobCounts, type JobQueue, JobQueues, type NewJob } from './job-queues';
export { type JobObserver, JobWorkers } from './job-workers';
export { type JobDefinition, type JobName, jobNames, jobs, type PayloadOf } from './jobs';
export { DeliverWebhookPayload, EmptyPayload, OutboxEventPayload, WakeUpPayload } from './payloads';
export { type AnyProcessor, type JobProcessor, type JobRun, registerProcessors } from './processors';
export { openQueueBackend, type QueueBackend, type QueueBackendOptions } from './queue-backend';
export { readPayload } from './read-payload';
