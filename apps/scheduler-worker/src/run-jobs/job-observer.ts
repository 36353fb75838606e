import type { JobObserver } from '@almanac/jobs';
import { inSpan, type Logger } from '@almanac/platform';
import { SpanKind } from '@opentelemetry/api';
import type { WorkerMetrics } from '../metrics/worker-metrics';

/** Counts the jobs of this process, logs the failed ones, and runs each job in a span. The span continues the trace in the payload. */
export function createJobObserver(metrics: WorkerMetrics, logger: Logger): JobObserver {
  return {
    completed: (job) => metrics.countJob(job, 'completed'),
    failed: (job, id, error) => {
      metrics.countJob(job, 'failed');
      logger.warn('A job failed.', { job, id }, error);
    },
    run: (job, { traceParent: parent = null }, work) => inSpan(`job ${job}`, { kind: SpanKind.CONSUMER, parent }, work),
  };
}
